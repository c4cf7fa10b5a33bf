/** The commands and their options; see each command's file. */
import { Command, CommanderError } from 'commander'
import { accountCreateCommand } from './account'
import { declarationCommand } from './declaration'
import { reportError, reportUsageError } from './failure'
import { generateCommand } from './generate'
import { inboxListCommand, inboxRetryCommand, inboxWaiveCommand } from './inbox'
import { inspectCommand } from './inspect'
import { proveCommand } from './prove'
import { replayCommand } from './replay'
import { rebuildCommand, runCommand } from './run'
import { statusCommand } from './status'

const program = new Command('pipeline')
  .description('Lazaret: from extracts to Silver and quarantine, without losing a row')
  .exitOverride()
  .showHelpAfterError(false)
  .configureOutput({ outputError: () => {} }) // reportUsageError() says it

let exitCode = 0
const ends = (work: Promise<number>) =>
  work.then((code) => {
    exitCode = code
  })

program
  .command('run <domain>')
  .description(
    'process one delivery; exit 0 committed, 2 refused, 3 a check failed, 1 anything else',
  )
  .requiredOption('--input <dir>', 'folder of the delivery')
  .option('--mode <mode>', 'full or delta (default: the _READY file, else full)')
  .option(
    '--as-of <time>',
    'clock of the run, ISO 8601 with offset (default: the _READY file, else now)',
  )
  .option('--key-date <date>', 'key date of the Gold figures, YYYY-MM-DD')
  .option('--dry-run', 'do everything, then roll it back')
  .option('--accept-shrink', 'let more than 5 % of a dataset be withdrawn or withheld')
  .option('--no-wait', 'refuse instead of waiting when another run of the domain is in progress')
  .option('--json', 'print one JSON object')
  .action((domain, flags) => ends(runCommand(domain, flags)))

program
  .command('replay <domain>')
  .description('judge open rows again, against the references as they are now')
  .option('--rule <code>', 'only rows of this rule')
  .option('--dataset <name>', 'only rows of this dataset')
  .option('--limit <n>', 'at most n rows, oldest first')
  .option('--as-of <time>', 'clock of the replay, ISO 8601 with offset (default: now)')
  .option('--dry-run', 'the same figures, nothing written')
  .option('--json', 'print one JSON object')
  .action((domain, flags) => ends(replayCommand(domain, flags)))

program
  .command('declaration <domain>')
  .description(
    'produce the declaration and its completeness certificate; exit 0 produced, 3 no balanced state to declare, 1 anything else',
  )
  .option('--out <dir>', 'write both files there too (they are kept in the database in any case)')
  .option('--json', 'print one JSON object')
  .action((domain, flags) => ends(declarationCommand(domain, flags)))

program
  .command('rebuild <domain>')
  .description('judge everything since the last full delivery again, from Bronze')
  .option('--key-date <date>', 'key date of the Gold figures, YYYY-MM-DD (default: the last one)')
  .option('--dry-run', 'do everything, then roll it back')
  .option('--accept-shrink', 'let more than 5 % of a dataset be withheld')
  .option('--no-wait', 'refuse instead of waiting')
  .option('--json', 'print one JSON object')
  .action((domain, flags) => ends(rebuildCommand(domain, flags)))

program
  .command('prove <domain>')
  .description(
    'switch every rule off, one after the other, in a sandbox, and say what notices; exit 3 when nothing does',
  )
  .option('--input <dir>', 'a full delivery (default: the last one as it lies in Bronze)')
  .option('--generated', 'a small generated delivery with every fault (default when none was run)')
  .option('--seed <n>', 'seed of the generated delivery (default 1)')
  .option('--json', 'print one JSON object')
  .action((domain, flags) => ends(proveCommand(domain, flags)))

program
  .command('status [domain]')
  .description('what is open, by rule')
  .option('--json', 'print one JSON object')
  .action((domain, flags) => ends(statusCommand(domain, flags)))

const inbox = program.command('inbox').description('deliveries that arrive in the inbox folder')
inbox
  .command('list', { isDefault: true })
  .description('every delivery, what became of it, and what waits behind what')
  .option('--json', 'print one JSON object')
  .action((flags) => ends(inboxListCommand(flags)))
inbox
  .command('retry <domain> <delivery>')
  .description('read a refused or failed delivery again')
  .option('--json', 'print one JSON object')
  .action((domain, delivery, flags) => ends(inboxRetryCommand(domain, delivery, flags)))
inbox
  .command('waive <domain> <delivery>')
  .description('give a refused or failed delivery up, so that later ones go on')
  .option('--json', 'print one JSON object')
  .action((domain, delivery, flags) => ends(inboxWaiveCommand(domain, delivery, flags)))

program
  .command('account')
  .description('people who may sign in')
  .command('create')
  .description('make an account, or give an existing one this name, role and password')
  .requiredOption('--email <address>', 'what the person signs in with')
  .requiredOption('--name <name>', 'as others see it')
  .requiredOption('--role <role>', 'viewer, analyst, steward or administrator')
  .option('--password <text>', 'at least eight characters (default: one is made and printed once)')
  .option('--password-stdin', 'read the password from standard input')
  .option('--json', 'print one JSON object')
  .action((flags) => ends(accountCreateCommand(flags)))

program
  .command('inspect <file>')
  .description('how the reader sees a file')
  .option('--out <file>', 'write the well-formed records there as clean RFC 4180 CSV')
  .option('--dataset <name>', 'a declared dataset or source: which of its columns are there')
  .option('--form <form>', 'delimited or sap-list (default: told by the content, as all below)')
  .option('--encoding <name>', 'utf-8, windows-1252, latin1, utf-16le or utf-16be')
  .option('--compression <name>', 'none, gzip or zip')
  .option('--delimiter <text>', 'one character or several; \\t is a tab')
  .option('--quote <character>', 'none: quotes are text like any other')
  .option('--escape <character>', 'before a quote inside quotes')
  .option('--record-end <text>', 'such as \\r\\n')
  .option('--comment <text>', 'lines that begin with it are no records')
  .option('--preamble <n>', 'lines before the header')
  .option('--header-lines <n>', 'lines of the header; 0: none')
  .option('--footer <n>', 'lines at the end that are no records')
  .option('--totals <pattern>', 'lines that match are no records')
  .option('--json', 'print one JSON object')
  .action((file, flags) => ends(inspectCommand(file, flags)))

program
  .command('generate <domain>')
  .description('make extracts with injected faults, and their ground truth in faults.json')
  .requiredOption('--out <dir>', 'folder to write to')
  .option('--preset <name>', 'article: exactly the counts of the article')
  .option('--seed <n>', 'same seed, same bytes (default 1)')
  .option('--scale <x>', 'size, 1 is the size of the article (default 1)')
  .option('--deliveries <n>', 'a first full delivery and n-1 daily deltas (default 1)')
  .option('--full-every <n>', 'make every n-th delivery a full one again')
  .option('--json', 'print one JSON object')
  .action((domain, flags) => ends(generateCommand(domain, flags)))

/** Does what the command line says. @returns the exit code, part of the interface. */
export async function main(args: string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    return error instanceof CommanderError
      ? reportUsageError(error, args)
      : reportError(error, args.includes('--json'))
  }
  return exitCode
}
