'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** A way to a screen; says which one is shown. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname()
  const here = href === '/' ? path === '/' || path.startsWith('/rules') : path.startsWith(href)
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      className="whitespace-nowrap rounded-sm border-transparent px-2 py-1.5 hover:bg-panel aria-[current=page]:bg-panel aria-[current=page]:font-semibold"
    >
      {children}
    </Link>
  )
}
