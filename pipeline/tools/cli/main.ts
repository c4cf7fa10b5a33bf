/** The command line. A declaration that contradicts itself is found when it is loaded, and said so. */
import { reportError } from './failure'

const args = process.argv.slice(2)
try {
  const { main } = await import('./program')
  process.exitCode = await main(args)
} catch (error) {
  process.exitCode = reportError(error, args.includes('--json'))
}
