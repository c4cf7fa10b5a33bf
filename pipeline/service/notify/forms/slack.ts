/** Slack's incoming webhooks: blocks, with the subject as the text of the notice. */
import { type Item, MARKS, type Message } from '../render/message'

/** Slack refuses a header, a section and a message that are longer. */
const HEADER = 150
const SECTION = 3000
const BLOCKS = 45

/** The three characters that mean something to Slack; without them there is no link or mention. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

const entry = ({ level, title, detail, link }: Item): string => {
  const words = `${level ? MARKS[level] : '•'} ${escaped(cut(title, 500))}\n${escaped(cut(detail, 1000))}`
  return link ? `${words} · <${link.url}|${escaped(link.label)}>` : words
}

/** As many entries to a block as fit, as many blocks as Slack takes; the rest is said in a number. */
export function asSlack(message: Message): object {
  const { subject, lead, sections, links, footer, more } = message
  const texts: { text: string; entries: number }[] = []
  for (const { heading, items } of sections) {
    let block = { text: `*${escaped(cut(heading, 500))}*`, entries: 0 }
    texts.push(block)
    for (const text of items.map(entry)) {
      if (block.text.length + text.length + 2 > SECTION) {
        block = { text: '', entries: 0 }
        texts.push(block)
      }
      block.text += `${block.text ? '\n\n' : ''}${text}`
      block.entries += 1
    }
  }
  const left = texts.slice(BLOCKS).reduce((n, block) => n + block.entries, 0)
  const ways = links.map(({ label, url }) => `<${url}|${escaped(label)}>`).join(' · ')
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  return {
    text: escaped(subject),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(subject, HEADER) } },
      ...(lead ? [section(escaped(cut(lead, SECTION - 500)))] : []),
      ...texts.slice(0, BLOCKS).map(({ text }) => section(text)),
      section(left > 0 ? `${more(left)} ${ways}` : ways),
      { type: 'context', elements: [{ type: 'mrkdwn', text: escaped(footer) }] },
    ],
  }
}
