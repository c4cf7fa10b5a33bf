import { answerAuth } from '@/lib/server/auth/routes'

/** The open routes of the sign-in library. Nothing answers HEAD: Next would take GET for it. */
export { answerAuth as GET, answerAuth as POST }
export const HEAD = () => new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
