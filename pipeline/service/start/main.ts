import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeServer, type OpenDatabase, openDatabase } from '@/lib/shared/db/connect'
import { addressOf, readSettings } from '@/lib/shared/env'
import { describeError } from '@/lib/shared/errors'
import { inboxFolder } from '@/pipeline/service/inbox/folder'
import { ensureBuild } from './build'
import { Children } from './children'
import { databaseToShow } from './demo'
import { checkPortIsFree, untilAnswers } from './port'
import { prepare } from './prepare'
import { stopRequested } from './stop'
import { keepWorker } from './worker'

const log = (line: string) => console.error(`lazaret: ${line}`)

/**
 * `npm start`: the database, the build, worker and Next, in this order; everything ends with this
 * process.
 * @param development `next dev` instead of a production build
 */
async function main(development: boolean): Promise<void> {
  const { PORT, HOST, LAZARET_DATA } = readSettings()
  await checkPortIsFree(PORT, HOST)

  const stop = stopRequested().then((why) => log(`Stopping (${why})`))
  let children: Children | undefined
  let database: OpenDatabase | undefined
  let work: Promise<void> | undefined
  try {
    database = await openDatabase({ log })
    children = new Children({
      DATABASE_URL: database.url,
      LAZARET_DATA,
      // They do not see whether the server is the embedded one.
      LAZARET_INBOX: inboxFolder(database.embedded),
      NEXT_TELEMETRY_DISABLED: '1',
    })
    work = serve(database, children, development, PORT, HOST)
    // Whichever comes first; what fails after the wish to stop is only its consequence.
    await Promise.race([work, stop])
  } finally {
    await children?.stop()
    // It may be in the middle of a migration, and ends now that nothing of it runs any more.
    await Promise.race([work?.catch(() => {}), sleep(5000, undefined, { ref: false })])
    await database?.close()
  }
}

async function serve(
  database: OpenDatabase,
  children: Children,
  development: boolean,
  port: number,
  host: string,
): Promise<void> {
  await prepare(database.url, log)
  if (!development) await ensureBuild(children, log)
  const shown = await databaseToShow(database, children, log).catch((error) => {
    // The app is of use without the demo.
    if (!children.stopping) log(describeError(error))
    return database.url
  })
  children.use({ DATABASE_URL: shown })
  keepWorker(children, log)

  const command = development ? 'dev' : 'start'
  const next = ['node_modules/next/dist/bin/next', command, '-p', String(port), '-H', host]
  const { child } = children.start(next, true)
  const ended = once(child, 'exit')
  const address = addressOf(port, host)
  await Promise.race([ended, untilAnswers(address, () => child.exitCode === null)])
  if (child.exitCode === null && child.signalCode === null) {
    const where = database.embedded ? 'embedded database' : describeServer(database.url)
    console.log(`Lazaret is ready: ${address} (${where}; stop with Ctrl-C)`)
  }
  const [code, signal] = await ended
  throw new Error(`The app ended by itself (${signal ?? `exit code ${code}`})`)
}

main(process.argv.includes('--dev')).then(
  () => process.exit(0),
  (error) => {
    log(describeError(error))
    process.exit(1)
  },
)
