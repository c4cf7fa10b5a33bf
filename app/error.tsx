'use client'

import { useCallback } from 'react'
import { Trouble } from '@/components/trouble'

/** The frame itself could not be made: its own figures come from the database too. */
export default function FrameError({ error }: { error: Error & { digest?: string } }) {
  const retry = useCallback(() => window.location.reload(), [])
  return (
    <main>
      <Trouble mark={error.digest ?? '–'} retry={retry} />
    </main>
  )
}
