/** Next calls this once, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { watchRequests } = await import('@/lib/server/http/watch')
  watchRequests()
}
