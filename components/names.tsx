'use client'

import { createContext, type ReactNode, use } from 'react'
import type { Titles } from '@/lib/server/queries/titles'

const Names = createContext<Titles>({ datasets: {}, domains: {} })

/** Lets every part of a screen say datasets and domains in the reader's words. */
export function NamesProvider({ titles, children }: { titles: Titles; children: ReactNode }) {
  return <Names value={titles}>{children}</Names>
}

export const useTitles = (): Titles => use(Names)

/** A dataset as people call it, with its own name on hover. */
export function DatasetName({ name }: { name: string }) {
  return <span title={name}>{useTitles().datasets[name] ?? name}</span>
}

/** A domain as people call it. */
export function DomainName({ name }: { name: string }) {
  return <span title={name}>{useTitles().domains[name] ?? name}</span>
}
