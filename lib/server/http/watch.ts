/** Looks at every request before Next does: puts the client's true address into the headers. */
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { readSettings } from '@/lib/shared/env'
import { addressList, clientOf } from './client'
import { isRouterState } from './router-state'

const shared = globalThis as typeof globalThis & { lazaretWatching?: boolean }

/**
 * Begins to look at the requests of all HTTP servers of this process; safe to call again. Node
 * publishes each request in the turn that then hands it to the server, so what is changed here is
 * what the server sees.
 */
export function watchRequests(): void {
  if (shared.lazaretWatching) return
  shared.lazaretWatching = true
  const trusted = addressList(readSettings().LAZARET_TRUSTED_PROXIES)
  channel('http.server.request.start').subscribe((message) => {
    const { request } = message as { request: IncomingMessage }
    const client = clientOf(request.socket.remoteAddress, request.headers, trusted)
    for (const name of FORWARDED) delete request.headers[name]
    request.headers['x-forwarded-for'] = client.address || '0.0.0.0'
    if (client.proto) request.headers['x-forwarded-proto'] = client.proto
    if (client.host) request.headers['x-forwarded-host'] = client.host
    // Next answers one that it cannot read with a fault.
    const state = request.headers['next-router-state-tree']
    if (state !== undefined && !isRouterState(state))
      delete request.headers['next-router-state-tree']
  })
}

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]
