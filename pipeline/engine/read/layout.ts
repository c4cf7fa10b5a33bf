/** How a file turned out to be laid out. */
import type { Dialect, LineEnds } from './types'

export interface Header {
  /** As declared, and as found where nothing was declared. */
  dialect: Dialect & { delimiter: string }
  form: 'delimited' | 'sap-list'
  /** As in the file, trimmed; unnamed ones are called "column 3". */
  names: string[]
  /** Per file column: the declared name, or null for an extra column. */
  declared: (string | null)[]
  notes: string[]
  /** Where the first record starts: offset in the head, and physical line. */
  offset: number
  line: number
  lineEnds: LineEnds
  /** Every record ends with a delimiter that the header lacks. */
  trailing: boolean
  /** Every record begins with an empty field, as where SAP writes a list for a spreadsheet. */
  lead: boolean
  /** Of a list: the lines above the header, and the header's own. */
  title?: { above: string[]; header: string }
}
