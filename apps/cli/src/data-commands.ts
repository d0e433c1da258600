/** The commands on data sets; each is loaded when it is called. */

import type { Command } from 'commander';

type Options = Record<string, unknown>;

/** Adds `data …` to the program. */
export function addData(program: Command): void {
  const data = program.command('data').description('look at data sets, and bring them in');
  data
    .command('check <dataset>')
    .description('coverage, gaps and every defect with file and line')
    .option('--json', 'print JSON')
    .action(async (dataset: string, options: Options) => {
      const { checkCommand } = await import('./commands/data.js');
      process.exitCode = await checkCommand(dataset, options);
    });
  data
    .command('init <file...>')
    .description('make a data set of files as downloaded, and check it')
    .requiredOption('--out <dir>', 'folder of the data set')
    .option('--symbol <symbol>', 'the symbol (default: as the file or its name says)')
    .option('--calendar <name>', 'XNYS, 24/5 or 24/7 (default: what the times fit)')
    .action(async (files: string[], options: Options) => {
      const { initCommand } = await import('./commands/data.js');
      process.exitCode = await initCommand(files, options);
    });
  data
    .command('import <dataset> <dir>')
    .description('write any readable data set as a folder in the documented format')
    .action(async (dataset: string, directory: string) => {
      const { importCommand } = await import('./commands/data.js');
      process.exitCode = await importCommand(dataset, directory);
    });
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
    .action(async (dataset: string, options: Options) => {
      const { exportCommand } = await import('./commands/data-export.js');
      process.exitCode = await exportCommand(dataset, options);
    });
  data
    .command('list')
    .description('list the bundled data sets')
    .action(async () => {
      const { listCommand } = await import('./commands/data.js');
      process.exitCode = listCommand();
    });
}
