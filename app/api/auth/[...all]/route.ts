import { authServer } from '@/lib/auth/server'

/** The sign-in library's own routes. */
const handle = async (request: Request) => (await authServer()).handler(request)

export { handle as GET, handle as POST }
