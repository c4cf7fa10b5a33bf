import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'

const config: NextConfig = {
  poweredByHeader: false,
  // Native modules and drivers stay what they are in node_modules.
  serverExternalPackages: ['pg', 'postgres'],
  // `npm run check` judges the types, of the whole project; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: process.cwd() },
  // Of what the proxy does not see: scripts, styles and fonts.
  headers: async () => [
    { source: '/_next/:path*', headers: [{ key: 'x-content-type-options', value: 'nosniff' }] },
  ],
}

export default createNextIntlPlugin('./lib/shared/i18n/request.ts')(config)
