/** Who sends a request, as far as the connection and proxies that are trusted say. */
import { BlockList, isIP, isIPv6 } from 'node:net'

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface Client {
  /** The address that counts for limits and records; '' when the connection has none any more. */
  address: string
  /** What a trusted proxy says of the request that it got; undefined: nothing, or it is not trusted. */
  proto: 'http' | 'https' | undefined
  host: string | undefined
}

/** `::ffff:192.0.2.1` is 192.0.2.1; brackets and zones go. @returns '' for what is no address. */
function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) ? bare : ''
}

/**
 * Addresses and ranges in CIDR notation with commas between.
 * @throws Error naming what is none.
 */
export function addressList(text: string): BlockList {
  const list = new BlockList()
  for (const entry of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix)
    if (!isIP(address) || !/^\d*$/.test(prefix ?? '') || bits > (family === 'ipv6' ? 128 : 32)) {
      throw new Error(`"${entry}" is no address and no range such as 10.0.0.0/8`)
    }
    list.addSubnet(address, bits, family)
  }
  return list
}

const isListed = (list: BlockList, address: string): boolean =>
  address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * The client behind the trusted proxies: from the right of `x-forwarded-for`, the first address that
 * is none of them. Nothing that an untrusted sender writes into these headers counts.
 * @param peer address of the connection's other end.
 */
export function clientOf(
  peer: string | undefined,
  headers: RequestHeaders,
  trusted: BlockList,
): Client {
  let address = plainAddress(peer ?? '')
  if (!isListed(trusted, address)) return { address, proto: undefined, host: undefined }
  for (const hop of listOf(headers['x-forwarded-for']).reverse()) {
    const plain = plainAddress(hop)
    if (plain === '') break
    address = plain
    if (!isListed(trusted, plain)) break
  }
  const [proto] = listOf(headers['x-forwarded-proto'])
  const [host] = listOf(headers['x-forwarded-host'])
  return { address, proto: proto === 'https' || proto === 'http' ? proto : undefined, host }
}

const listOf = (header: string | string[] | undefined): string[] =>
  (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
