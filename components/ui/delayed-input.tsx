'use client'

import { useEffect, useState } from 'react'
import { Input } from './field'

interface DelayedInputProps {
  label: string
  type: 'search' | 'number'
  value: string
  wide?: boolean
  /** Called when the typing pauses. */
  onSettled(value: string): unknown
}

const PAUSE_MS = 350

/** A field whose text counts when the typing pauses. A value from outside, such as the address, wins. */
export function DelayedInput({ label, type, value, wide, onSettled }: DelayedInputProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts the clock
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <label className="flex flex-col text-[13px] text-muted">
      {label}
      <Input
        type={type}
        value={typed}
        min={type === 'number' ? 0 : undefined}
        onChange={(event) => setTyped(event.target.value)}
        className={wide ? 'w-56' : 'w-28'}
      />
    </label>
  )
}
