import { type ReactNode, type RefObject, useId } from 'react'

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  children: ReactNode
}

/** A modal window with a heading; opened by `ref.current.showModal()`, closed by Esc as well. */
export function Dialog({ ref, title, children }: DialogProps) {
  const id = useId()
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="m-auto w-[28rem] max-w-[calc(100vw-2rem)] border border-line bg-page p-5 text-ink backdrop:bg-black/40"
    >
      <h2 id={id} className="mb-3 font-semibold text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
