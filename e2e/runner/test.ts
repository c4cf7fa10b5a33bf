import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../supervisor'
import { ensureBrowser } from './browser'
import { type Count, countPlaywright, countVitest } from './count'

/**
 * `npm test`: declarations, types, lint and imports, unit and database tests, browser tests; all of them, also after a
 * failure, and one plain line at the end. `npm run test:e2e` passes "e2e": the browser tests only.
 */
async function main(only: string | undefined): Promise<void> {
  const reports = mkdtempSync(path.join(tmpdir(), 'lazaret-tests-'))
  chmodSync(reports, 0o711) // as root, PostgreSQL runs as somebody else
  const counts: Count[] = []
  try {
    if (only !== 'e2e') {
      counts.push(await check())
      counts.push(await vitest(path.join(reports, 'vitest.json')))
    }
    counts.push(await playwright(path.join(reports, 'playwright.json'), path.join(reports, 'data')))
  } finally {
    rmSync(reports, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  const total = (kind: keyof Count) => counts.reduce((sum, count) => sum + count[kind], 0)
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
  console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped}`)
  process.exitCode = total('failed') > 0 || total('passed') === 0 ? 1 : 0
}

/** `npm run check` without its unit tests. It has no tests to count, only a failure. */
async function check(): Promise<Count> {
  const code = await run('npm', ['run', '-s', 'check', '--', '--static'])
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function vitest(report: string): Promise<Count> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', ['run', ...reporters])
  return countVitest(read(report), code)
}

async function playwright(report: string, data: string): Promise<Count> {
  const browser = await ensureBrowser()
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser.path,
    CHROMIUM_LIBRARIES: browser.libraries ?? '',
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    E2E_PORT: String(await freePort()),
    E2E_SMTP_PORT: String(await freePort()),
    E2E_DATA: data,
  })
  return countPlaywright(read(report), code)
}

async function run(tool: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(tool === 'npm' ? tool : path.join('node_modules/.bin', tool), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'exit')
  return code as number | null
}

function read(report: string): unknown {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}

// The tools get a terminal's Ctrl-C themselves; we stay for the cleaning up.
process.on('SIGINT', () => {})

main(process.argv[2]).catch((error) => {
  console.error(error)
  process.exitCode = 1
})
