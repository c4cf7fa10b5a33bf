'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { withDomain } from '@/lib/views/domain'
import { useDomain } from './use-domain'

interface NavLinkProps {
  /** Path of a screen. */
  href: string
  /** The domain that the frame was made with; undefined: all of them. */
  domain: string | undefined
  children: ReactNode
}

/** A way to a screen, in the domain that is looked at; says which screen is shown. */
export function NavLink({ href, domain, children }: NavLinkProps) {
  const path = usePathname()
  const to = withDomain(href, useDomain(domain))
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
      href={to}
      aria-current={here ? 'page' : undefined}
      className="whitespace-nowrap rounded-sm border-transparent px-2 py-1.5 hover:bg-panel aria-[current=page]:bg-panel aria-[current=page]:font-semibold"
    >
      {children}
    </Link>
  )
}
