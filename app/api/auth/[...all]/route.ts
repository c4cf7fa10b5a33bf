import { authServer } from '@/lib/server/auth/server'

/** The sign-in library's own routes. */
const handle = async (request: Request) => (await authServer()).handler(request)

export { handle as GET, handle as POST }
