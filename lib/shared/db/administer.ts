import pg from 'pg'

/**
 * Runs one statement in a connection of its own, for what no transaction may hold: `create database`,
 * `drop database`, `checkpoint`.
 *
 * @param server address of a database of the server, usually the maintenance database
 */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
