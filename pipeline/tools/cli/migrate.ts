/** `npm run db:migrate`: schema, rules and views of the database that the settings name. */
import { openPrepared } from '@/pipeline/service/start/prepare'
import { log, logError } from './output'

try {
  const database = await openPrepared(log)
  log('the database is up to date')
  await database.close()
} catch (error) {
  logError(error)
  process.exitCode = 1
}
