/** The commands that read results and data sets, and list what scenarios may name. */

import type { Command } from 'commander';
import { adding, type Adding, choice, loaded } from '../../program/loaded-command.js';

/** Adds `estimate` to `transcript`, `policies`, `agents` and `data …` to the program. */
export function addReading(program: Command): void {
  const command = adding(program);
  command('estimate <scenario.yaml>')
    .description('estimate calls, tokens, cost and time of agents that ask models, without asking')
    .option('--models <file>', 'providers, limits and prices (default: TAPEFOLD_MODELS)')
    .option('--from <result>', 'estimate from this result (default: tapefold-runs/<name>)')
    .option('--asks <n>', 'concurrent asks (default: 64)')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../run/estimate.js'), 'estimateCommand'));
  command('compare <run...>', 'metrics of runs side by side, and their differences from the first')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../results/compare.js'), 'compareCommand'));
  command('table <result...>')
    .description('results of all workflows side by side, in the layout of published tables')
    .action(loaded(() => import('../data/table.js'), 'tableCommand'));
  command('check-table <file.csv>')
    .description('which figures of a published table are impossible at the prices of its window')
    .requiredOption(
      '--data <reference>',
      'data set with the prices; rows of other windows are skipped',
    )
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/table.js'), 'checkTableCommand'));
  command('inspect <run>', 'what was knowable, what was decided, and why it was filled')
    .option('--at <time>', 'a date (its close), or an instant with offset; else the last instant')
    .option('--data <reference>', 'current location of the data set, if it has moved')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../results/inspect.js'), 'inspectCommand'));
  command('journal <run>', 'print a journal as JSON lines')
    .option('--expand', 'print each decision of a stretch; reads the data set of the run')
    .option('--data <place>', 'current location of the data set, if it has moved')
    .addOption(
      choice('--equity <rows>', 'print equity as CSV instead: a row a session, or a row a mark', [
        'sessions',
        'marks',
      ]).conflicts('expand'),
    )
    .action(loaded(() => import('../results/journal.js'), 'journalCommand'));
  command('transcript <run>')
    .description('what a model was told, thought, called and submitted; a result lists its runs')
    .option(
      '--decision <name>',
      'one decision alone: its task, the date of its session, or its as-of',
    )
    .option('--full', 'print texts of any length whole')
    .option('--atif <file>', 'write a trajectory in ATIF 1.7 instead')
    .addOption(
      choice('--records <stream>', 'print the records of a run as JSON lines instead', [
        'asks',
        'model-calls',
        'calls',
        'answers',
        'asked',
      ]),
    )
    .action(loaded(() => import('../results/transcript.js'), 'transcriptCommand'));
  command('policies', 'list the named execution policies')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/catalogue.js'), 'policiesCommand'));
  command('agents', 'list the kinds of agents')
    .option('--prompt <name>', 'print a built-in prompt instead: trading-1 or hedging-1')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/catalogue.js'), 'agentsCommand'));
  addData(adding(command('data', 'inspect and import data sets')));
}

function addData(data: Adding): void {
  data('check <dataset>', 'coverage, gaps and every defect with file and line')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/data.js'), 'checkCommand'));
  data('init <file...>', 'create a data set from downloaded files, and check it')
    .requiredOption('--out <dir>', 'folder of the data set')
    .option('--symbol <symbol>', 'the symbol (default: from the file or its name)')
    .option(
      '--calendar <name>',
      'XNYS, the MIC of another exchange, 24/5 or 24/7 (default: what the times fit)',
    )
    .option('--dates <format>', 'format of the dates, such as DD/MM/YYYY')
    .option('--columns <names>', 'of candles in JSON that are lists, in their order')
    .option('--timestamp-zone <zone>', 'zone of clock times, such as -06:00')
    .option('--price-basis <basis>', 'raw, split-adjusted or adjusted')
    .action(loaded(() => import('../data/data.js'), 'initCommand'));
  data(
    'import <dataset> <dir>',
    'write any readable data set as a folder in the documented format',
  ).action(loaded(() => import('../data/data.js'), 'importCommand'));
  data('export <dataset>')
    .description(
      'write a HERCULEAN environment file, or roll it forward by the days behind its last',
    )
    .requiredOption('--out <file>', 'the file; one that an export wrote grows')
    .requiredOption('--format <format>', 'duckdb')
    .option('--through <date>', 'last day (default: the last of the data set)')
    .option('--from <date>', 'first day of a new file (default: all of the data set)')
    .option('--weekly', 'grow by whole weeks, for reports')
    .option('--symbols <symbol...>', 'only these, as the file calls them')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/data-export.js'), 'exportCommand'));
  data('list', 'list the bundled data sets').action(
    loaded(() => import('../data/data.js'), 'listCommand'),
  );
}
