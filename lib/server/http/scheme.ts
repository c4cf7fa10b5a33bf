import { publicUrl } from '@/lib/shared/env'

/**
 * Whether the reader comes over TLS: a trusted proxy says so (watch.ts leaves no other's word in
 * the header), or LAZARET_URL does.
 */
export const isSecure = (sent: Headers): boolean =>
  sent.get('x-forwarded-proto') === 'https' || publicUrl().startsWith('https:')
