/**
 * Fills the database of DATABASE_URL with the demo: generated deliveries of the last eight weeks,
 * run with their dates, with nightly replays, alerts and people's claims. Started by `npm start`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putDemoAccounts } from '@/lib/auth/accounts'
import { readSettings } from '@/lib/env'
import { log, logError, progressLine } from '../cli/output'
import { orderToCash } from '../domains/order-to-cash'
import { generateOrderToCash } from '../domains/order-to-cash/generate'
import { Db } from '../judge/db'
import { prepare } from '../run/prepare'
import { DAYS, dayBefore } from './calendar'
import { tellStory } from './story'

/** Share of the article's size: enough for every fault, small enough for a first start. */
const SCALE = 0.12

async function main(): Promise<void> {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set')
  await prepare(url)
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-demo-'))
  const progress = progressLine(false)
  try {
    await generateOrderToCash({
      out: folder,
      scale: SCALE,
      deliveries: DAYS,
      fullEvery: 7,
      keyDate: dayBefore(new Date(), readSettings().LAZARET_TIMEZONE),
      onProgress: (_, delivery) =>
        progress.show({
          phase: 'load',
          label: `delivery ${delivery}`,
          done: 0.1 * (delivery / DAYS),
        }),
    })
    const db = await Db.open(url)
    try {
      await tellStory(db, url, orderToCash, folder, (day) =>
        progress.show({
          phase: 'judge',
          label: `day ${day} of ${DAYS}`,
          done: 0.1 + 0.9 * (day / DAYS),
        }),
      )
      await putDemoAccounts((sql, values) => db.rows(sql, values))
    } finally {
      await db.close()
    }
    progress.end()
    log('the demo is ready')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

main().catch((error) => {
  logError(error)
  process.exitCode = 1
})
