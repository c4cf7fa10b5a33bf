'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Filters and verbs above a table: they stay in view, below the header, while the page scrolls. The
 * height goes to the parent as `--bar`, so that the heads of the table stop below.
 */
export function StickyBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    const parent = element?.parentElement
    if (!element || !parent) return
    const observer = new ResizeObserver(() =>
      parent.style.setProperty('--bar', `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={bar} className="sticky-bar flex flex-col gap-2">
      {children}
    </div>
  )
}
