import { type Item, MARKS, type Message } from '../render/message'

const item = ({ level, title, detail, link }: Item): string =>
  [
    `${level ? MARKS[level] : '·'} ${title}`,
    `  ${detail}`,
    ...(link ? [`  ${link.label}: ${link.url}`] : []),
  ].join('\n')

/** The plain part of a mail. */
export function asText({ lead, sections, links, footer }: Message): string {
  const blocks = [
    lead,
    ...sections.map(({ heading, items }) =>
      [`${heading}\n${'-'.repeat(Math.min(heading.length, 72))}`, ...items.map(item)].join('\n\n'),
    ),
    links.map(({ label, url }) => `${label}: ${url}`).join('\n'),
    `-- \n${footer}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
