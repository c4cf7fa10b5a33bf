/** The command line. A declaration that contradicts itself is found when it is loaded, and said so. */
import { failed } from './failure'

const args = process.argv.slice(2)
try {
  const { main } = await import('./program')
  process.exitCode = await main(args)
} catch (error) {
  process.exitCode = failed(error, args.includes('--json'))
}
