/** The command line: loads commands on demand, so that `--help` stays fast. */

import { Command, CommanderError } from 'commander';
import { unavailable } from '#values';
import { addCluster } from './commands/groups/cluster-commands.js';
import { addReading } from './commands/groups/reading-commands.js';
import { addRuns } from './commands/groups/run-commands.js';
import { addServing } from './commands/groups/serving-commands.js';
import { addSubmissions } from './commands/groups/submission-commands.js';
import { addResearch, addXbrl } from './commands/groups/task-commands.js';
import { endWith, exitCodes, printFailure } from './program/exit-code.js';
import { version } from '#backtest/run-folder/package-folder';
import { addRetrieval } from './retrieval/retrieval-commands.js';
import { stopWithLauncher } from './program/stop-signal.js';

function buildProgram(): Command {
  const program = new Command('tapefold')
    .description('Backtests agents on markets and filings, as a fold over one log.')
    .version(version)
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride();
  addRuns(program);
  addReading(program);
  addSubmissions(program);
  addRetrieval(program);
  addXbrl(program);
  addResearch(program);
  addServing(program);
  addCluster(program);
  return program;
}

/** Runs the command line; sets the exit code, and never prints a stack trace. */
export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    const failure = unavailable('standard output cannot be written to', { cause: error });
    process.exit(printFailure(failure));
  });
  // The terminal was closed: the stop requested by its SIGHUP continues.
  process.stderr.on('error', () => undefined);
  stopWithLauncher();
  try {
    await buildProgram().parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.invalidInput;
      return;
    }
    const code = printFailure(error);
    if (process.env['TAPEFOLD_DEBUG'] === '1' && error instanceof Error) {
      process.stderr.write(`${error.stack}\n`);
    }
    endWith(code);
  }
}

await main(process.argv);
