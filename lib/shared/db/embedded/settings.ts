import { statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Parallel queries share memory here; containers often give it 64 MB, too little for work_mem. */
function sharedMemory(): string {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks >= 2 ** 30 ? 'posix' : 'mmap'
  } catch {
    return process.platform === 'linux' ? 'mmap' : 'posix'
  }
}

/**
 * PostgreSQL settings of the embedded server: one machine, a few users, big set-based statements.
 * Durability is left on (fsync, full_page_writes, synchronous_commit).
 */
export function serverSettings(extra: Record<string, string> = {}): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    // A socket would bind us to paths below 107 bytes, and URLs of one are read by few drivers.
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    work_mem: '64MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // No replicas: loads into tables of the same transaction then skip the log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    random_page_cost: '1.1',
    // Beside the leader, which works too: with two on two processors marking took 400 ms, not 300.
    max_parallel_workers_per_gather: String(Math.min(4, Math.max(1, availableParallelism() - 1))),
    // A statement of a client that was killed ends, and gives its locks back.
    ...(process.platform === 'linux' ? { client_connection_check_interval: '2s' } : {}),
    jit: 'off',
    dynamic_shared_memory_type: sharedMemory(),
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...extra,
  }
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`)
}
