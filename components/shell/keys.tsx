'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

/**
 * Keys for lines and what can be done with them. A line is an element with `data-line`; its first
 * link opens it, its checkbox selects it. `data-key` marks what a key presses, in the line that has
 * the focus first, else on the page. The focus is the cursor, so that it is announced.
 */
export function Keys() {
  const t = useTranslations('shell.keys')
  const help = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      if (event.key === 'Escape') return closeSomething(event)
      if (isTyping(event.target)) return
      if (event.key === '?') help.current?.showModal()
      else if (event.key === 'j') move(1)
      else if (event.key === 'k') move(-1)
      else if (event.key === 'x')
        focusedLine()?.querySelector<HTMLElement>('[type=checkbox]')?.click()
      else if (event.key === 'r' || event.key === 'e') press(event.key)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('click', closeMenus)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('click', closeMenus)
    }
  }, [])
  const lines = [
    ['/  ⌘K  Ctrl K', 'search'],
    ['j  k', 'move'],
    ['Enter', 'open'],
    ['x', 'select'],
    ['r', 'replay'],
    ['e', 'export'],
    ['Esc', 'close'],
    ['?', 'help'],
  ] as const
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="?"
        onClick={() => help.current?.showModal()}
        className="mt-auto rounded-sm px-2 py-1.5 text-left text-[13px] text-muted hover:bg-panel max-md:hidden"
      >
        {t('show')}
      </button>
      <Dialog ref={help} title={t('title')}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {lines.map(([keys, what]) => (
            <div key={what} className="contents">
              <dt>
                <kbd className="whitespace-pre rounded-sm border border-line bg-panel px-1.5 py-0.5 font-sans">
                  {keys}
                </kbd>
              </dt>
              <dd>{t(what)}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog" className="mt-4 text-right">
          <Button type="submit">Esc</Button>
        </form>
      </Dialog>
    </>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

const focusedLine = (): Element | null => document.activeElement?.closest('[data-line]') ?? null

function move(by: 1 | -1): void {
  const lines = [...document.querySelectorAll('main [data-line]')]
  const here = focusedLine()
  const at = here ? lines.indexOf(here) : by > 0 ? -1 : lines.length
  const next = lines[Math.min(lines.length - 1, Math.max(0, at + by))]
  const target = next?.querySelector<HTMLElement>('a[href]')
  target?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

function press(key: string): void {
  const mark = `[data-key="${key}"]`
  const inLine = focusedLine()?.querySelector<HTMLElement>(mark)
  // What came last on the page is nearest to the lines: the selection's own, where there is one.
  const onPage = [...document.querySelectorAll<HTMLElement>(`main ${mark}:not([data-line] *)`)]
  const target = inLine ?? onPage.at(-1)
  target?.click()
  target?.focus()
}

/** The innermost open menu; else the way back from a row. */
function closeSomething(event: KeyboardEvent): void {
  const menu = [...document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')].at(-1)
  if (menu) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  } else if (!isTyping(event.target)) press('Escape')
}

/** A click elsewhere closes the menus; so does a link in them, which leads away or downloads. */
function closeMenus({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return
  const inside = target.closest('a[href]') ? null : target.closest('details[data-menu]')
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (menu !== inside) menu.open = false
  }
}
