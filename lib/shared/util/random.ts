/** Chance in the browser. Not `randomUUID`: pages that came over plain HTTP do not have it. */
const bytes = (n: number) => crypto.getRandomValues(new Uint8Array(n))

/** A request id that was never used: 16 random bytes in hexadecimal. */
export const makeRequestId = (): string =>
  [...bytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** 32 random bytes as base64url: what a device's link holds. */
export const makeToken = (): string =>
  btoa(String.fromCharCode(...bytes(32)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twenty characters, no two of which look alike; 32 of them divide a byte evenly. */
export const makePassword = (): string =>
  [...bytes(20)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
