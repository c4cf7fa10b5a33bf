import { defineConfig } from '@playwright/test'
import { installedBrowser } from './e2e/runner/browser'

// `npm test` sets these; they stay the same in the worker processes, which read this file again.
process.env.E2E_PORT ??= String(20000 + (process.pid % 10000))
process.env.E2E_DATA ??= `/tmp/lazaret-e2e-${process.pid}`
// Where notifications.spec.ts has its mail server.
process.env.E2E_SMTP_PORT ??= String(10000 + (process.pid % 10000))
const { E2E_PORT, E2E_DATA, E2E_SMTP_PORT } = process.env
const browser = installedBrowser()

/** Browser tests against the production build, started as a user starts it. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  workers: 1,
  // Generous: starting everything takes seconds on a free machine, and many on a busy one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  outputDir: 'test-results',
  use: {
    baseURL: `http://127.0.0.1:${E2E_PORT}`,
    browserName: 'chromium',
    locale: 'en-US',
    trace: 'retain-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: browser?.path,
      env: {
        ...process.env,
        LD_LIBRARY_PATH: browser?.libraries ?? process.env.LD_LIBRARY_PATH ?? '',
      },
      args: [
        ...(process.geteuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // E2E_RUNNING: the app runs already at E2E_PORT with the data of E2E_DATA, made for this.
  webServer: process.env.E2E_RUNNING
    ? undefined
    : {
        command: 'npm start',
        url: `http://127.0.0.1:${E2E_PORT}/icon.svg`,
        env: {
          PORT: E2E_PORT,
          HOST: '127.0.0.1',
          LAZARET_DATA: E2E_DATA,
          DATABASE_URL: '',
          LAZARET_SMTP_URL: `smtp://127.0.0.1:${E2E_SMTP_PORT}`,
        },
        // Build and demo: two minutes on a free machine, and many on a busy one.
        timeout: 600_000,
        reuseExistingServer: false,
        // The default is SIGKILL for all.
        gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
        stdout: 'pipe',
      },
})
