/** The commands that talk to a cluster; each is loaded when it is called. */

import type { Command } from 'commander';

type Options = Record<string, unknown>;

/** Adds `cluster …` to the program. */
export function addCluster(program: Command, codeVersion: () => string): void {
  const cluster = program
    .command('cluster')
    .description('run scenarios on a cluster, or on `tapefold serve`');
  addSubmitting(cluster, codeVersion);
  addLooking(cluster);
  addTables(cluster.command('tables').description('the read models of a cluster'));
}

function addSubmitting(cluster: Command, codeVersion: () => string): void {
  reaching(cluster.command('submit <scenario.yaml>'))
    .description('submit a scenario; the same again gives the same runs')
    .option('--wait', 'wait for the result and print it')
    .option('--out <dir>', 'wait, and write the result into this folder')
    .option('--fresh', 'remove an earlier result in the folder first')
    .option('--json', 'print result.json')
    .option('--speed <speed>', 'of the tape: max, real, or times real time such as 60', 'max')
    .action(async (scenario: string, options: Options) => {
      const { submitCommand } = await import('./commands/cluster-submit.js');
      process.exitCode = await submitCommand(scenario, options, codeVersion());
    });
  reaching(cluster.command('results <submission>'))
    .description('the result of a submission, from its journals')
    .option('--out <dir>', 'write the files of `tapefold run` into this folder')
    .option('--fresh', 'remove an earlier result in the folder first')
    .option('--json', 'print result.json')
    .action(async (submission: string, options: Options) => {
      const { resultsCommand } = await import('./commands/cluster-results.js');
      process.exitCode = await resultsCommand(submission, options, codeVersion());
    });
  reaching(cluster.command('cancel <id>'))
    .description('cancel a run, or all runs of a submission')
    .option('--reason <text>', 'why')
    .action(async (id: string, options: Options) => {
      const { cancelCommand } = await import('./commands/cluster-cancel.js');
      process.exitCode = await cancelCommand(id, options);
    });
  reaching(cluster.command('end <tape>'))
    .description('end the live tape of a feed, and with it its recording and its runs')
    .action(async (tape: string, options: Options) => {
      const { endCommand } = await import('./commands/cluster-end.js');
      process.exitCode = await endCommand(tape, options);
    });
}

function addLooking(cluster: Command): void {
  reaching(cluster.command('status'))
    .description('where the gateway is, and what goes on there')
    .option('--all', 'list finished submissions one by one')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const { statusCommand } = await import('./commands/cluster-status.js');
      process.exitCode = await statusCommand(options);
    });
  reaching(cluster.command('watch [submission]'))
    .description('runs in progress, one line each, until none goes on')
    .option('--follow', 'go on for runs that are still to come')
    .action(async (submission: string | undefined, options: Options) => {
      const { watchCommand } = await import('./commands/cluster-watch.js');
      process.exitCode = await watchCommand(submission, options);
    });
}

function addTables(tables: Command): void {
  storing(tables.command('check'))
    .description('rebuild all tables from the topics and compare them with the live ones')
    .action(async (options: Options) => {
      const { checkTablesCommand } = await import('./commands/cluster-tables.js');
      process.exitCode = await checkTablesCommand(options);
    });
  storing(tables.command('rebuild'))
    .description('rebuild all tables from the topics and replace the live ones')
    .action(async (options: Options) => {
      const { rebuildTablesCommand } = await import('./commands/cluster-tables.js');
      process.exitCode = await rebuildTablesCommand(options);
    });
}

/** What every command needs that goes past the gateway. */
function storing(command: Command): Command {
  return command
    .option('--brokers <list>', 'brokers (default: TAPEFOLD_BROKERS, or what runs here)')
    .option('--database-url <url>', 'database (default: TAPEFOLD_DATABASE_URL, or what runs here)');
}

/** What every command needs that talks to a gateway. */
function reaching(command: Command): Command {
  return command
    .option('--url <url>', 'address of the gateway (default: TAPEFOLD_URL, or what runs here)')
    .option('--token-file <file>', 'its token (default: TAPEFOLD_TOKEN_FILE, or of what runs here)')
    .option('--timeout <seconds>', 'how long to try again while the gateway is away', '300');
}
