import { defineConfig } from 'drizzle-kit'

/** `npm run db:generate` compares the schema with `drizzle/`; it needs no database. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/shared/db/schema/index.ts',
  out: './drizzle',
  // Drizzle's own bookkeeping goes to a schema of its own; see lib/shared/db/migrate.ts.
  migrations: { schema: 'drizzle', table: '__drizzle_migrations' },
})
