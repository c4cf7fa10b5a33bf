'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Act, VerbName } from '@/lib/server/commands'
import { Button, type ButtonLook, type ButtonSize } from './button'
import { Failure } from './failure'
import { useVerb } from './use-verb'

interface ActionButtonProps {
  act: Act
  verb: VerbName
  /** Input of the verb. A `requestId` in it, made once per page, makes every click the same request. */
  input: object
  children: ReactNode
  look?: ButtonLook
  size?: ButtonSize
  /** For those who do not see the line that the button stands in. */
  label?: string
  /** Why it cannot be done, shown beside the button; undefined when it can. */
  forbidden?: string
  /** The reason stands elsewhere already, once for many buttons. */
  reasonElsewhere?: boolean
  /** Where to go when it is done: `/replays/` and the result's `replay`, for example. */
  goTo?: { path: string; id: string }
}

/** A button that does a verb: once per click, with what it waits for and why it failed. */
export function ActionButton(props: ActionButtonProps) {
  const { act, verb, input, children, look, size, label, forbidden, reasonElsewhere, goTo } = props
  const router = useRouter()
  const t = useTranslations('act')
  const { send, failure, pending } = useVerb(act, verb)
  const done = (result: Record<string, unknown>) =>
    goTo ? router.push(`${goTo.path}${result[goTo.id]}`) : router.refresh()
  return (
    <span className="flex flex-col items-start gap-1">
      <Button
        look={look}
        size={size}
        aria-label={label}
        // After a refusal too: what stands in the way now is for the page to say.
        onClick={() => send(input, done, () => router.refresh())}
        disabled={pending || forbidden !== undefined}
        title={forbidden}
      >
        {pending ? t('working') : children}
      </Button>
      {forbidden && !reasonElsewhere && <span className="text-[13px] text-muted">{forbidden}</span>}
      <Failure>{failure}</Failure>
    </span>
  )
}
