/** The commands that read results, and list what scenarios may name; each is loaded on demand. */

import { Option, type Command } from 'commander';
import { loaded } from '../../program/loaded-command.js';

/** Adds `estimate`, `compare`, `table`, `check-table`, `inspect`, `journal` and `transcript` to the program. */
export function addReading(program: Command): void {
  program
    .command('estimate <scenario.yaml>')
    .description('estimate calls, tokens, cost and time of agents that ask models, without asking')
    .option('--models <file>', 'providers, limits and prices (default: TAPEFOLD_MODELS)')
    .option('--from <result>', 'estimate from this result (default: tapefold-runs/<name>)')
    .option('--asks <n>', 'concurrent asks (default: 64)')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../run/estimate.js'), 'estimateCommand'));
  program
    .command('compare <run...>')
    .description('metrics of runs side by side, and their differences from the first')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../results/compare.js'), 'compareCommand'));
  program
    .command('table <result...>')
    .description('results side by side in the layout of published tables: return, Sharpe, drawdown')
    .action(loaded(() => import('../data/table.js'), 'tableCommand'));
  program
    .command('check-table <file.csv>')
    .description('which figures of a published table are impossible at the prices of its window')
    .requiredOption(
      '--data <reference>',
      'data set with the prices; rows of other windows are skipped',
    )
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/check-table.js'), 'checkTableCommand'));
  program
    .command('inspect <run>')
    .description('what was knowable, what was decided, and why it was filled')
    .option('--at <time>', 'a date (its close), or an instant with offset; else the last instant')
    .option('--data <reference>', 'current location of the data set, if it has moved')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../results/inspect.js'), 'inspectCommand'));
  program
    .command('journal <run>')
    .description('print a journal as JSON lines')
    .option('--expand', 'print each decision of a stretch; reads the data set of the run')
    .option('--data <place>', 'current location of the data set, if it has moved')
    .action(loaded(() => import('../results/journal.js'), 'journalCommand'));
  program
    .command('transcript <run>')
    .description('what a model was told, thought, called and submitted; a result lists its runs')
    .option(
      '--decision <name>',
      'one decision alone: its task, the date of its session, or its as-of',
    )
    .option('--full', 'print texts of any length whole')
    .option('--atif <file>', 'write a trajectory in ATIF 1.7 instead')
    .addOption(
      new Option('--records <stream>', 'print the records of a run as JSON lines instead').choices([
        'asks',
        'model-calls',
        'calls',
        'answers',
        'asked',
      ]),
    )
    .action(loaded(() => import('../results/transcript.js'), 'transcriptCommand'));
}

/** Adds `policies` and `agents`. */
export function addCatalogue(program: Command): void {
  program
    .command('policies')
    .description('list the named execution policies')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/catalogue.js'), 'policiesCommand'));
  program
    .command('agents')
    .description('list the kinds of agents')
    .option('--prompt <name>', 'print a built-in prompt instead: trading-1 or hedging-1')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/catalogue.js'), 'agentsCommand'));
}
