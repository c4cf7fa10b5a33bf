/** A message before it takes the form of a mail, of a chat card or of our own document. */

export interface Link {
  label: string
  /** Absolute. */
  url: string
}

export interface Item {
  level: 'warning' | 'critical' | null
  title: string
  detail: string
  link?: Link
}

export interface Section {
  heading: string
  items: Item[]
}

export interface Message {
  /** The same for each repeat of the same message. */
  id: string
  kind: 'alerts' | 'digest' | 'test'
  language: string
  /** One line, without control characters. */
  subject: string
  lead: string
  sections: Section[]
  /** Ways on, below everything. */
  links: Link[]
  footer: string
  /** How a form that cannot hold all says how many it leaves out. */
  more(n: number): string
  /** The document that a webhook of the form `json` gets; docs/notifications.md. */
  document: object
}

export const MARKS = { critical: '■', warning: '▲' } as const

/** Text in one line: no line end of a name or a value may begin a header of its own. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
