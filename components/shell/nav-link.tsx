'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'

/** A way to a screen; says which one is shown. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname()
  const link = useRef<HTMLAnchorElement>(null)
  const here = href === '/' ? path === '/' || path.startsWith('/rules') : path.startsWith(href)
  // On phones the navigation is one line that scrolls: the current screen's name is in view.
  useEffect(() => {
    const list = link.current?.parentElement
    if (!here || !list || !link.current) return
    const [own, around] = [link.current.getBoundingClientRect(), list.getBoundingClientRect()]
    list.scrollLeft += own.left - around.left - (around.width - own.width) / 2
  }, [here])
  return (
    <Link
      ref={link}
      href={href}
      aria-current={here ? 'page' : undefined}
      className="whitespace-nowrap rounded-sm border-transparent px-2 py-1.5 hover:bg-panel aria-[current=page]:bg-panel aria-[current=page]:font-semibold"
    >
      {children}
    </Link>
  )
}
