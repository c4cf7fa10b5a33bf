/**
 * Microsoft Teams: an Adaptive Card for a workflow that begins with a webhook. Names and values
 * stand in RichTextBlocks, which read no Markdown.
 */
import { type Item, MARKS, type Message } from '../render/message'

/** Teams refuses messages beyond 28 KB; room for the frame is left. */
const ITEMS_BYTES = 22_000

const COLOURS = { critical: 'Attention', warning: 'Warning' } as const
const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more })
const rich = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines })

const entry = ({ level, title, detail, link }: Item): object => ({
  type: 'Container',
  spacing: 'Medium',
  items: [
    rich(
      ...(level ? [run(`${MARKS[level]} `, { color: COLOURS[level] })] : []),
      run(title, { weight: 'Bolder' }),
    ),
    rich(
      run(detail),
      ...(link
        ? [
            run(' '),
            run(link.label, {
              underline: true,
              selectAction: { type: 'Action.OpenUrl', title: link.label, url: link.url },
            }),
          ]
        : []),
    ),
  ],
})

/** As many entries as fit; the rest is said in a number. */
export function asTeams(message: Message): object {
  const { language, subject, lead, sections, links, footer, more } = message
  const body: object[] = []
  let bytes = 0
  let left = 0
  const add = (block: object): boolean => {
    bytes += Buffer.byteLength(JSON.stringify(block))
    if (bytes <= ITEMS_BYTES) body.push(block)
    return bytes <= ITEMS_BYTES
  }
  for (const { heading, items } of sections) {
    add(rich(run(heading, { weight: 'Bolder', size: 'Medium' })))
    for (const item of items) if (!add(entry(item))) left += 1
  }
  return {
    type: 'message',
    summary: subject,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          lang: language,
          msteams: { width: 'Full' },
          body: [
            rich(run(subject, { weight: 'Bolder', size: 'Large' })),
            ...(lead ? [rich(run(lead))] : []),
            ...body,
            ...(left > 0 ? [rich(run(more(left)))] : []),
            rich(run(footer, { isSubtle: true, size: 'Small' })),
          ],
          actions: [...firstLink(sections.flatMap(({ items }) => items)), ...links].map(
            ({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url }),
          ),
        },
      },
    ],
  }
}

/** A message about one alert has its rows as a button. */
const firstLink = (items: Item[]) => (items.length === 1 && items[0]?.link ? [items[0].link] : [])
