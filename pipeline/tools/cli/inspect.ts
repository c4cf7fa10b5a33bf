import { inspectFile } from '@/pipeline/engine/read/inspect'
import { reportError } from './failure'
import { print, printJson } from './output'

/** `inspect <file>`: how the reader sees a file. */
export async function inspectCommand(
  file: string,
  flags: { json?: boolean; out?: string },
): Promise<number> {
  try {
    const report = await inspectFile(file, { out: flags.out })
    if (flags.json) printJson(report)
    else {
      const { lf, crlf, cr } = report.lineEnds
      const delimiter = report.delimiter === '\t' ? 'tab' : report.delimiter
      print(
        `${report.path}: ${report.bytes} bytes, ${report.encoding}${report.bom ? ' with BOM' : ''}`,
      )
      print(
        `delimiter ${delimiter}, quoting ${report.quoting}, line ends LF ${lf}, CRLF ${crlf}, CR ${cr}`,
      )
      print(`columns ${report.header.join(', ')}`)
      for (const note of report.notes) print(`note: ${note}`)
      print(`${report.records} records, ${report.malformedCount} malformed`)
      for (const m of report.malformed) {
        const lines =
          m.lineFrom === m.lineTo ? `line ${m.lineFrom}` : `lines ${m.lineFrom}-${m.lineTo}`
        print(`  record ${m.number}, ${lines}: ${m.reason}, ${m.detail}: ${JSON.stringify(m.text)}`)
      }
      if (report.malformedListCapped)
        print(`  only the first ${report.malformed.length} are listed`)
      if (report.out) {
        const { path, written, leftOut, malformedPath } = report.out
        print(`${written} records written to ${path}`)
        if (leftOut > 0) print(`${leftOut} malformed records are in ${malformedPath}`)
      }
    }
    return 0
  } catch (error) {
    return reportError(error, flags.json)
  }
}
