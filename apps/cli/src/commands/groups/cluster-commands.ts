/** The commands that talk to a cluster. */

import type { Command } from 'commander';
import { adding, loaded } from '../../program/loaded-command.js';

/** Adds `cluster …` to the program. */
export function addCluster(program: Command): void {
  const command = adding(program);
  const cluster = adding(command('cluster', 'run scenarios on a cluster, or on `tapefold serve`'));
  fetching(reaching(cluster('submit <scenario.yaml>')))
    .description('submit a scenario; submitting it again gives the same runs')
    .option('--wait', 'wait for the result and print it')
    .option('--out <dir>', 'wait, and write the result into this folder')
    .option('--speed <speed>', 'speed of the tape: max, real, or times real time such as 60', 'max')
    .action(loaded(() => import('../cluster/cluster-submit.js'), 'submitCommand'));
  fetching(reaching(cluster('results <submission>')))
    .description('the result of a submission, from its journals')
    .option('--out <dir>', 'write the files of `tapefold run` into this folder')
    .action(loaded(() => import('../cluster/cluster-submit.js'), 'resultsCommand'));
  reaching(cluster('cancel <id>', 'cancel a run, or all runs of a submission'))
    .option('--reason <text>', 'why')
    .action(loaded(() => import('../cluster/cluster-cancel.js'), 'cancelCommand'));
  reaching(cluster('end <tape>'))
    .description('end the live tape of a feed, and with it its recording and its runs')
    .action(loaded(() => import('../cluster/cluster-cancel.js'), 'endCommand'));
  reaching(cluster('status', 'the address of the gateway, and its work in progress'))
    .option('--all', 'list finished submissions one by one')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../cluster/cluster-status.js'), 'statusCommand'));
  reaching(cluster('watch [submission]', 'runs in progress, one line each, until all have ended'))
    .option('--follow', 'keep watching for new runs')
    .action(loaded(() => import('../cluster/cluster-watch.js'), 'watchCommand'));
  const tables = adding(cluster('tables', 'the read models of a cluster'));
  storing(
    tables('check', 'rebuild all tables from the topics and compare them with the live ones'),
  ).action(loaded(() => import('../cluster/cluster-tables.js'), 'checkTablesCommand'));
  storing(tables('rebuild', 'rebuild all tables from the topics and replace the live ones')).action(
    loaded(() => import('../cluster/cluster-tables.js'), 'rebuildTablesCommand'),
  );
}

/** Options of every command that bypasses the gateway. */
function storing(command: Command): Command {
  return command
    .option('--brokers <list>', 'brokers (default: TAPEFOLD_BROKERS, or the local ones)')
    .option('--database-url <url>', 'database (default: TAPEFOLD_DATABASE_URL, or the local one)');
}

/** Options of every command that downloads a result. */
function fetching(command: Command): Command {
  return command
    .option('--data <reference>', 'name or path of the data set on this machine')
    .option('--fresh', 'remove an earlier result in the folder first')
    .option('--json', 'print result.json');
}

/** Options of every command that talks to a gateway. */
function reaching(command: Command): Command {
  return command
    .option('--url <url>', 'address of the gateway (default: TAPEFOLD_URL, or the local one)')
    .option('--token-file <file>', 'its token (default: TAPEFOLD_TOKEN_FILE, or the local one)')
    .option('--timeout <seconds>', 'how long to retry while the gateway is unreachable', '300');
}
