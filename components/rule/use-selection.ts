'use client'

import { useState } from 'react'

/** What is selected, and what changes that. */
export interface Selection {
  /** Chosen rows; the verbs take them by id. */
  ids: number[]
  /**
   * How many rows matched when all of them were chosen; undefined when rows are chosen one by one.
   * The verbs act on exactly that many rows or on none.
   */
  allMatching: number | undefined
  has(id: number): boolean
  toggle(ids: readonly number[], on: boolean): void
  selectAllMatching(count: number): void
  clear(): void
}

/**
 * Selection of rows: some of them, or everything that matches a filter.
 * @param filter another filter, whatever changed it, begins a new selection.
 */
export function useSelection(filter: object): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [allMatching, setAllMatching] = useState<number>()
  const clear = () => {
    setIds(new Set())
    setAllMatching(undefined)
  }
  const text = JSON.stringify(filter)
  const [known, setKnown] = useState(text)
  if (known !== text) {
    setKnown(text)
    clear()
  }
  return {
    ids: [...ids],
    allMatching,
    has: (id) => allMatching !== undefined || ids.has(id),
    toggle: (changed, on) => {
      const rest = [...ids].filter((id) => !changed.includes(id))
      setIds(new Set(on ? [...rest, ...changed] : rest))
    },
    selectAllMatching: setAllMatching,
    clear,
  }
}
