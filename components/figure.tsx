import type { ReactNode } from 'react'

/** One number with its name above and a muted remark below. */
export function Figure({
  name,
  children,
  note,
}: {
  name: string
  children: ReactNode
  note?: string
}) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold text-2xl">{children}</dd>
      {note && <dd className="text-muted">{note}</dd>}
    </div>
  )
}
