import type { Import, ImportGraph } from './imports'

/** A folder, and the folders that its files may import from besides itself. */
interface Room {
  readonly folder: string
  readonly may: readonly string[]
  readonly why: string
  /** Tests obey too; elsewhere a test may import what it needs. */
  readonly tests?: boolean
  /** The folders in it do not import each other. */
  readonly apart?: boolean
}

/** The rooms of the engine in the order in which data flows. */
const ENGINE = ['define', 'read', 'compile', 'evaluate', 'check', 'gold']

/** Who may import whom. The first room whose folder holds a file is the file's room. */
export const ROOMS: readonly Room[] = [
  {
    folder: 'app',
    may: ['components', 'lib'],
    why: 'app and pipeline meet in the database, not in an import',
    tests: true,
  },
  {
    folder: 'components',
    may: ['lib'],
    why: 'components are presentational: they import lib only',
    tests: true,
  },
  { folder: 'lib/shared', may: [], why: 'lib/shared is at the bottom: both processes use it' },
  {
    folder: 'lib/views',
    may: ['lib/shared'],
    why: 'lib/views holds the state of the address bar; the browser loads it',
  },
  {
    folder: 'lib/server',
    may: ['lib/shared', 'lib/views'],
    why: 'lib/server answers the app; it imports lib only',
  },
  {
    folder: 'pipeline/domains',
    may: ['pipeline/engine/define', 'lib/shared'],
    why: 'a domain only declares: it imports pipeline/engine/define',
    tests: true,
    apart: true,
  },
  ...ENGINE.map((name, position) => ({
    folder: `pipeline/engine/${name}`,
    may: [...ENGINE.slice(0, position).map((left) => `pipeline/engine/${left}`), 'lib/shared'],
    why: 'the engine imports lib/shared and rooms to its left only',
  })),
  {
    folder: 'pipeline/operations',
    may: ['pipeline/engine', 'lib/shared'],
    why: 'operations import the engine and lib/shared',
  },
  {
    folder: 'pipeline/service',
    may: ['pipeline/operations', 'pipeline/engine', 'pipeline/domains', 'lib/shared'],
    why: 'the service imports operations, the engine, domains and lib/shared',
  },
  {
    folder: 'pipeline/tools',
    may: ['pipeline', 'lib'],
    why: 'app and pipeline meet in the database, not in an import',
  },
]

/** A test or what only tests use. */
function isTest(file: string): boolean {
  return (
    /\.(test|testing|spec|setup)\.[a-z]+$/.test(file) ||
    /(^|\/)(testing|lab)\.ts$/.test(file) ||
    file.startsWith('pipeline/tools/testing/') ||
    file.startsWith('e2e/')
  )
}

/**
 * Imports that break a rule of the rooms, one line each: place, import, reason. Type imports count:
 * a type that stands in the wrong room is in the wrong room.
 */
export function brokenRooms({ imports }: ImportGraph): string[] {
  const broken: string[] = []
  for (const edge of imports) {
    const room = ROOMS.find(({ folder }) => within(edge.from, folder))
    if (!room) continue
    if (isTest(edge.from) && !room.tests) continue
    if (!maySee(room, edge)) {
      broken.push(message(edge, room.why))
    } else if (isTest(edge.to) && !isTest(edge.from)) {
      broken.push(message(edge, 'the product does not import what belongs to tests'))
    }
  }
  return broken
}

function maySee({ folder, may, apart }: Room, { from, to }: Import): boolean {
  if (!within(to, folder)) return may.some((other) => within(to, other))
  const part = (file: string) =>
    file
      .slice(folder.length + 1)
      .split('/')
      .slice(0, -1)[0]
  return !apart || part(from) === undefined || part(from) === part(to)
}

/**
 * Imports through which code of lib/server would reach the browser: from a 'use client' file, or from
 * one that such a file loads. Types may be imported, and server actions ('use server') may be called.
 */
export function serverInBrowser({ imports, client, actions }: ImportGraph): string[] {
  const loads = new Map<string, Import[]>()
  for (const edge of imports) {
    if (!edge.typeOnly) loads.set(edge.from, [...(loads.get(edge.from) ?? []), edge])
  }
  const seen = new Set(client)
  const queue = [...client]
  const broken: string[] = []
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const edge of loads.get(file) ?? []) {
      if (actions.has(edge.to)) continue
      if (within(edge.to, 'lib/server')) {
        broken.push(message(edge, 'the browser loads this file, and lib/server must not get there'))
      } else if (!seen.has(edge.to)) {
        seen.add(edge.to)
        queue.push(edge.to)
      }
    }
  }
  return broken
}

/**
 * Folders that import each other in a cycle, type imports included, tests left out: a line for each
 * cycle with its folders, and one for each import in it.
 */
export function folderCycles({ imports }: ImportGraph): string[] {
  const edges = imports.filter(({ from, to }) => !isTest(from) && !isTest(to))
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [a, b] = [folderOf(from), folderOf(to)]
    if (a !== b) next.set(a, (next.get(a) ?? new Set()).add(b))
  }
  const lines: string[] = []
  for (const cycle of cycles(next)) {
    lines.push(`cycle of folders: ${cycle.join(', ')}`)
    for (const edge of edges) {
      const [a, b] = [folderOf(edge.from), folderOf(edge.to)]
      if (a !== b && cycle.includes(a) && cycle.includes(b)) {
        lines.push(`  ${edge.from}:${edge.line} imports ${edge.to}`)
      }
    }
  }
  return lines
}

/** Strongly connected sets of more than one node (Tarjan 1972), each sorted. */
function cycles(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    order.set(node, order.size)
    let lowest = order.size - 1
    stack.push(node)
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) lowest = Math.min(lowest, visit(other))
      else if (stack.includes(other)) lowest = Math.min(lowest, order.get(other) as number)
    }
    if (lowest === order.get(node)) {
      const cycle = stack.splice(stack.indexOf(node))
      if (cycle.length > 1) found.push(cycle.sort())
    }
    return lowest
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node)
  return found
}

function within(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

function message({ from, to, line }: Import, why: string): string {
  return `${from}:${line} imports ${to}: ${why}`
}
