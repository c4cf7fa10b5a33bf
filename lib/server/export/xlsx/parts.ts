/** The parts of a workbook beside its rows. */
import type { Column } from '../files/table'
import { escapeText } from './cells'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const DEFAULT_WIDTH = 16

const sheets = <T>(count: number, each: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => each(i + 1))

/** What comes before the rows: frozen first row, column widths. */
export function sheetStart(columns: readonly Column[]): string {
  const widths = columns.map(
    ({ width = DEFAULT_WIDTH }, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
}

export const SHEET_END = '</sheetData></worksheet>'

/** The parts that can be written once the number of sheets is known, by their path. */
export function otherParts(name: string, count: number): Record<string, string> {
  return {
    'xl/styles.xml': STYLES_XML,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets(
      count,
      (n) => `<sheet name="${attribute(sheetName(name, n))}" sheetId="${n}" r:id="rId${n}"/>`,
    ).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets(count, (n) => ['worksheet', `worksheets/sheet${n}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets(
      count,
      (n) =>
        `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    ).join('')}</Types>`,
  }
}

/** A name that a workbook accepts: 31 characters at most, none of []:*?/\ and no outer apostrophe. */
export function sheetName(name: string, n: number): string {
  const suffix = n === 1 ? '' : ` (${n})`
  const plain = name.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^'+|'+$/g, '')
  return (plain.slice(0, 31 - suffix.length).trim() || 'Sheet') + suffix
}

const attribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

const xf = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}/>`

/** 49 is text, 3 #,##0, 4 #,##0.00: the reader's program shows them in its own locale. */
const STYLES_XML = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2">\
<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>\
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="7">${xf(0)}${xf(49, 1)}${xf(49)}${xf(3)}${xf(4)}${xf(164)}${xf(165)}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
