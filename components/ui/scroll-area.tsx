'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

interface ScrollAreaProps {
  /** What it holds, for those who cannot see it. */
  label: string
  children: ReactNode
}

/** Where a part of the content lies outside the area. */
interface Hidden {
  left: boolean
  right: boolean
}

const NOTHING: Hidden = { left: false, right: false }

function hiddenParts(area: HTMLElement): Hidden {
  // Sizes are fractions of pixels where the page is zoomed.
  const rest = area.scrollWidth - area.clientWidth - area.scrollLeft
  return { left: area.scrollLeft > 1, right: rest > 1 }
}

/** Gives each cell the title of its column, which stands beside the value on narrow screens. */
function labelCells(area: HTMLElement): void {
  const titles = [...area.querySelectorAll('thead th')].map((head) => head.textContent ?? '')
  for (const row of area.querySelectorAll('tbody tr')) {
    const cells = [...row.children]
    if (cells.length !== titles.length) continue
    for (const [i, cell] of cells.entries()) {
      cell.setAttribute('data-label', (titles[i] ?? '').replace(/\s*[↑↓]$/, ''))
    }
  }
}

/**
 * Holds a table. One that fits is laid out as if nothing were around it, so that its heads stay in
 * view while the page scrolls. A wider one scrolls inside, in both directions, below its own heads;
 * a shadow shows on which side there is more. See `.scroll-area` in app/globals.css.
 */
export function ScrollArea({ label, children }: ScrollAreaProps) {
  const area = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState(NOTHING)
  const overflows = hidden.left || hidden.right
  useEffect(() => {
    if (area.current) labelCells(area.current)
  })
  useEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () =>
      setHidden((known) => {
        const now = hiddenParts(element)
        return known.left === now.left && known.right === now.right ? known : now
      })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  return (
    <div className="relative min-w-0">
      <section
        ref={area}
        aria-label={label}
        className="scroll-area"
        data-overflows={overflows}
        // A region that scrolls must be reachable by keyboard.
        tabIndex={overflows ? 0 : undefined}
      >
        {children}
      </section>
      {hidden.left && <div aria-hidden="true" className="scroll-more left-0 scale-x-[-1]" />}
      {hidden.right && (
        <div aria-hidden="true" data-testid="more-right" className="scroll-more right-0" />
      )}
    </div>
  )
}
