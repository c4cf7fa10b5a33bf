'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import css from './wall.module.css'

/** As long as nobody moves the pointer, neither it nor the way out is seen. */
const IDLE_MS = 4000

/** Whether somebody moves the pointer, or did a moment ago. */
function usePointer(): boolean {
  const [moves, setMoves] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onMove = () => {
      setMoves(true)
      clearTimeout(timer)
      timer = setTimeout(() => setMoves(false), IDLE_MS)
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerdown', onMove)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerdown', onMove)
    }
  }, [])
  return moves
}

/** Esc leaves the wall; a link says so while somebody moves the pointer. For people, not devices. */
export function WayOut() {
  const t = useTranslations('wall')
  const router = useRouter()
  const seen = usePointer()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The browser's own full screen ends with the same key.
      if (event.key === 'Escape' && !document.fullscreenElement) router.push('/')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [router])
  return (
    <a href="/" className={css.out} data-seen={seen}>
      {t('leave')}
    </a>
  )
}
