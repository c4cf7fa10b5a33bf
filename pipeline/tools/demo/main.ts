/**
 * Fills the database of DATABASE_URL with the demo: generated deliveries of the last eight weeks,
 * run with their dates, with nightly replays, alerts and people's claims. Started by `npm start`.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putDemoAccounts } from '@/lib/shared/auth/accounts'
import { Db } from '@/lib/shared/db/connection'
import { readSettings } from '@/lib/shared/env'
import { proveDomain } from '@/pipeline/operations/prove/prove'
import { prepare } from '@/pipeline/service/start/prepare'
import { log, logError, progressLine } from '@/pipeline/tools/cli/output'
import { generatedDelivery } from '@/pipeline/tools/generate/proof-delivery'
import { DAYS, daysBefore, deliveriesEvery, lastDay } from './calendar'
import { demos } from './plan'
import { tellStory } from './story'

async function main(): Promise<void> {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set')
  await prepare(url)
  const folder = mkdtempSync(join(tmpdir(), 'lazaret-demo-'))
  const progress = progressLine(false)
  try {
    const today = lastDay(new Date(), readSettings().LAZARET_TIMEZONE)
    for (const [n, { domain, everyDays, generate }] of demos.entries()) {
      const deliveries = deliveriesEvery(everyDays)
      await generate({
        out: join(folder, domain.name),
        deliveries,
        everyDays,
        keyDate: daysBefore(today, deliveries * everyDays),
        onProgress: (_, delivery) =>
          progress.show({
            phase: 'load',
            label: `${domain.name} ${delivery}`,
            done: (0.1 * (n + delivery / deliveries)) / demos.length,
          }),
      })
    }
    const db = await Db.open(url)
    try {
      await tellStory(db, url, demos, folder, (day) =>
        progress.show({
          phase: 'judge',
          label: `day ${day} of ${DAYS}`,
          done: 0.1 + 0.9 * (day / DAYS),
        }),
      )
      for (const { domain, proved } of demos)
        if (proved) await proveDomain(url, { domain, generate: generatedDelivery })
      await putDemoAccounts(db)
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
