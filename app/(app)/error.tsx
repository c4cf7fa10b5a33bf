'use client'

import { useCallback } from 'react'
import { Trouble } from '@/components/trouble'

/** A page could not be made; the frame around it stands. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  const retry = useCallback(() => window.location.reload(), [])
  return <Trouble mark={error.digest ?? '–'} retry={retry} />
}
