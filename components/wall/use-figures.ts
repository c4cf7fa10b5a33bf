'use client'

import { useEffect, useRef, useState } from 'react'
import type { Disk } from '@/lib/server/disk'
import type { WallFigures } from '@/lib/server/queries/wall'

export interface Shown {
  figures: WallFigures
  disk: Disk | null
}
type Failure = 'server' | 'database' | 'closed'

interface Answer extends Shown {
  build: string
}

const EVERY_MS = 5000
const PATIENCE_MS = 10_000

export interface Look {
  shown: Shown | null
  failure: Failure | null
  /** This browser's clock when the figures came; null before anything came. */
  receivedAt: number | null
}

/** Asks for the figures again and again; what failed leaves the last ones standing. */
export function useFigures(first: Shown | null, closed: boolean): Look {
  const [look, setLook] = useState<Look>({
    shown: first,
    failure: closed ? 'closed' : first ? null : 'database',
    receivedAt: null,
  })
  const build = useRef<string>(undefined)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const ask = async () => {
      const answer = await fetchFigures()
      if (ended) return
      if (typeof answer === 'object') {
        // The server runs another version: its page may show what this one does not know.
        if (build.current !== undefined && build.current !== answer.build) location.reload()
        build.current = answer.build
        setLook({ shown: answer, failure: null, receivedAt: Date.now() })
      } else if (answer === 'closed') {
        setLook({ shown: null, failure: 'closed', receivedAt: null })
      } else setLook((last) => ({ ...last, failure: answer }))
      timer = setTimeout(() => void ask(), EVERY_MS)
    }
    setLook((last) => ({ ...last, receivedAt: last.shown ? Date.now() : null }))
    void ask()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [])
  return look
}

async function fetchFigures(): Promise<Answer | Failure> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch('/api/wall', { cache: 'no-store', signal })
    if (response.ok) return (await response.json()) as Answer
    return response.status === 401 ? 'closed' : response.status === 503 ? 'database' : 'server'
  } catch {
    return 'server'
  }
}
