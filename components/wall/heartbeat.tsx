import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Disk } from '@/lib/server/disk'
import type { WallFigures } from '@/lib/server/queries/wall'
import { type DisplaySettings, formatCount } from '@/lib/shared/format'
import css from './wall.module.css'

interface HeartbeatProps {
  figures: WallFigures
  disk: Disk | null
  /** Milliseconds since the figures came; null until the page is alive. */
  age: number | null
  locale: string
  /** What to say instead: a pulse that was taken long ago is none. */
  banner: ReactNode
}

type Translate = ReturnType<typeof useTranslations<'wall'>>
type Mood = 'fine' | 'warning' | 'critical'
const SIGN = { fine: '✓', warning: '▲', critical: '■' } as const
const LITTLE_ROOM = 0.1
const NO_ROOM = 0.03

/** One line: worker, last run, inbox, room, and of when the figures are. */
export function Heartbeat({ figures, disk, age, locale, banner }: HeartbeatProps) {
  const t = useTranslations('wall')
  const runs = useTranslations('runs.status')
  const reader: DisplaySettings = { locale, timeZone: figures.timeZone }
  const taken = new Date(figures.at)
  const clock = (time: Date | string) => clockOf(new Date(time), taken, reader)
  const { worker, run, inbox } = figures
  const items: [Mood, string][] = [
    worker.alive > 0 && worker.since
      ? ['fine', t('worker.alive', { since: clock(worker.since) })]
      : [
          'critical',
          worker.lastBeat ? t('worker.silent', { beat: clock(worker.lastBeat) }) : t('worker.none'),
        ],
    run
      ? [runMood(run), t('run', { id: run.id, status: runs(run.status), time: clock(run.asOf) })]
      : ['warning', t('noRun')],
    inbox.blocked
      ? ['critical', t('inbox.blocked', { delivery: inbox.blocked.delivery, n: inbox.waiting })]
      : ['fine', inbox.waiting > 0 ? t('inbox.waiting', { n: inbox.waiting }) : t('inbox.empty')],
    roomOf(disk, figures.databaseBytes, t, reader),
  ]
  return (
    <footer className={css.heart}>
      {banner || (
        <ul>
          {items.map(([mood, text]) => (
            <li key={text} data-level={mood === 'fine' ? undefined : mood}>
              {SIGN[mood]} {text}
            </li>
          ))}
        </ul>
      )}
      <p className={css.times}>
        <span className={css.taken}>
          {t('figuresOf', { time: timeOf(taken, reader), zone: cityOf(figures.timeZone) })}
        </span>
        <time className={css.clock}>
          {timeOf(new Date(taken.getTime() + (age ?? 0)), reader).slice(0, 8)}
        </time>
      </p>
    </footer>
  )
}

function runMood({ status, failedChecks }: NonNullable<WallFigures['run']>): Mood {
  if (status === 'failed' || failedChecks > 0) return 'critical'
  return status === 'refused' || status === 'interrupted' ? 'warning' : 'fine'
}

function roomOf(
  disk: Disk | null,
  bytes: number,
  t: Translate,
  reader: DisplaySettings,
): [Mood, string] {
  const database = t('database', { size: sizeOf(bytes, t, reader) })
  if (!disk) return ['fine', database]
  const free = disk.free / disk.total
  const percent = new Intl.NumberFormat(reader.locale, { style: 'percent' }).format(free)
  const mood = free < NO_ROOM ? 'critical' : free < LITTLE_ROOM ? 'warning' : 'fine'
  return [mood, `${t('disk', { percent })} · ${database}`]
}

function sizeOf(bytes: number, t: Translate, reader: DisplaySettings): string {
  const gigabytes = bytes / 1e9
  return gigabytes >= 1
    ? t('gigabytes', { n: formatCount(Math.round(gigabytes * 10) / 10, reader) })
    : t('megabytes', { n: formatCount(Math.round(bytes / 1e6), reader) })
}

const timeOf = (time: Date, { locale, timeZone }: DisplaySettings) =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'medium', hourCycle: 'h23', timeZone }).format(time)

/** The time alone today, with its day before. */
function clockOf(time: Date, now: Date, { locale, timeZone }: DisplaySettings): string {
  const day = (t: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(t)
  const same = day(time) === day(now)
  const date = same ? {} : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(locale, {
    ...date,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(time)
}

const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
