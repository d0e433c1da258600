/** The commands on data sets; each is loaded on demand. */

import type { Command } from 'commander';
import { loaded } from '../../program/loaded-command.js';

/** Adds `data …` to the program. */
export function addData(program: Command): void {
  const data = program.command('data').description('inspect and import data sets');
  data
    .command('check <dataset>')
    .description('coverage, gaps and every defect with file and line')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../data/data.js'), 'checkCommand'));
  data
    .command('init <file...>')
    .description('create a data set from downloaded files, and check it')
    .requiredOption('--out <dir>', 'folder of the data set')
    .option('--symbol <symbol>', 'the symbol (default: from the file or its name)')
    .option('--calendar <name>', 'XNYS, 24/5 or 24/7 (default: what the times fit)')
    .action(loaded(() => import('../data/data.js'), 'initCommand'));
  data
    .command('import <dataset> <dir>')
    .description('write any readable data set as a folder in the documented format')
    .action(loaded(() => import('../data/data.js'), 'importCommand'));
  data
    .command('export <dataset>')
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
  data
    .command('list')
    .description('list the bundled data sets')
    .action(loaded(() => import('../data/data.js'), 'listCommand'));
}
