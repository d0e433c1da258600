/** `xbrl …`: the facts, the calculations and the inconsistencies of a filing. */

import { Option, type Command } from 'commander';
import { loaded } from '../program/loaded-command.js';

const filing = ['<filing>', 'the folder of a filing, or its instance'] as const;

/** Adds `xbrl …` to the program. */
export function addXbrl(program: Command): void {
  const xbrl = program.command('xbrl').description('read a filing in XBRL');
  xbrl
    .command('facts')
    .description('list the facts of a filing')
    .argument(...filing)
    .option('--concept <name>', 'a concept such as us-gaap:Assets, or a part of its name')
    .option('--period <period>', 'YYYY-MM-DD, "A to B", FY2023 or "Q3 2023"')
    .option('--member <name>', 'a member of a dimension, or a part of its name; or none')
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
    .option('--json', 'print a line of JSON for each fact')
    .action(loaded(() => import('./list-facts.js'), 'factsCommand'));
  xbrl
    .command('tree')
    .description('print totals and their parts, as reported and as computed')
    .argument(...filing)
    .option('--roles', 'list the calculation networks')
    .option('--role <role>', 'a network by its role or definition, or a part of one')
    .option('--concept <name>', 'start at this total')
    .option('--period <period>', 'default: the period with the most facts')
    .option('--labels', 'print labels in place of names')
    .option('--json', 'print one JSON object')
    .action(loaded(() => import('./print-trees.js'), 'treeCommand'));
  xbrl
    .command('check')
    .description('list the totals that differ from the sum of their parts')
    .argument(...filing)
    .addOption(
      new Option('--mode <mode>', 'Calculation 1.0, or 1.1 by rounding or truncation')
        .choices(['1.0', '1.1-round', '1.1-truncate', 'all'])
        .default('1.1-round'),
    )
    .option('--json', 'print one JSON object')
    .action(loaded(() => import('./check-filing.js'), 'checkCommand'));
}
