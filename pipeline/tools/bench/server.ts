/** Where the bench runs: a server of its own, or a given one, in databases that it drops. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { administer } from '@/lib/shared/db/administer'
import { withDatabase } from '@/lib/shared/db/connect'
import { acquireServer } from '@/lib/shared/db/embedded'
import { readSettings } from '@/lib/shared/env'
import { prepare } from '@/pipeline/service/start/prepare'

export interface BenchServer {
  version: string
  /** An empty database, or one that is ready for runs. */
  create(prepared: boolean): Promise<string>
  drop(url: string): Promise<void>
  /** Drops what is left and stops the server if it is ours. */
  close(): Promise<void>
}

/** BENCH_DATABASE_URL, else DATABASE_URL, else an embedded server with production settings. */
export async function openBenchServer(): Promise<BenchServer> {
  const given = process.env.BENCH_DATABASE_URL || readSettings().DATABASE_URL
  const server = given ? { url: given, release: async () => {} } : await temporaryServer()
  const left = new Set<string>()
  const drop = async (url: string) => {
    await administer(server.url, `DROP DATABASE IF EXISTS ${nameOf(url)} WITH (FORCE)`)
    left.delete(url)
  }
  return {
    version: await versionOf(server.url),
    async create(prepared) {
      const name = `lazaret_bench_${randomBytes(6).toString('hex')}`
      const url = withDatabase(server.url, name)
      left.add(url)
      await administer(server.url, `CREATE DATABASE ${name}`)
      if (prepared) await prepare(url)
      return url
    },
    drop,
    async close() {
      for (const url of left) await drop(url).catch(() => {})
      await server.release()
    },
  }
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/** Lets every measurement start with an empty log, where we are allowed to. */
export const settle = (url: string): Promise<void> => administer(url, 'CHECKPOINT').catch(() => {})

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('SHOW server_version')
    return `PostgreSQL ${rows[0].server_version}`
  } finally {
    await client.end()
  }
}

async function temporaryServer() {
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-bench-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL runs as somebody else
  const server = await acquireServer({ folder })
  return {
    url: server.url,
    async release() {
      await server.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
