import { type Item, type Link, MARKS, type Message } from '../render/message'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => ESCAPES[c] ?? c)

const COLOURS = { critical: '#b3261e', warning: '#8a5a00' } as const
const anchor = ({ label, url }: Link): string =>
  `<a href="${escaped(url)}" style="color:inherit">${escaped(label)}</a>`

function entry({ level, title, detail, link }: Item): string {
  const mark = level ? `<span style="color:${COLOURS[level]}">${MARKS[level]}</span> ` : ''
  return `<p style="margin:0 0 12px">${mark}<strong>${escaped(title)}</strong><br>
${escaped(detail)}${link ? `<br>\n${anchor(link)}` : ''}</p>`
}

/** The HTML part of a mail: nothing is fetched, the reader's own colours hold. */
export function asHtml(message: Message): string {
  const { language, subject, lead, sections, links, footer } = message
  const lists = sections.map(
    ({ heading, items }) =>
      `<h2 style="font-size:16px;margin:20px 0 8px">${escaped(heading)}</h2>\n${items.map(entry).join('\n')}`,
  )
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title></head>
<body style="font:14px/1.45 system-ui,sans-serif;max-width:640px;margin:16px">
<p style="margin:0 0 12px">${escaped(lead)}</p>
${lists.join('\n')}
<p style="margin:20px 0 0">${links.map(anchor).join(' · ')}</p>
<p style="margin:12px 0 0;font-size:12px">${escaped(footer)}</p>
</body></html>
`
}
