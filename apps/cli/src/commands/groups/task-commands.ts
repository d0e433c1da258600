/** Filings and judged work: `xbrl …`, `moves …` and `research …`. */

import { Option, type Command } from 'commander';
import { adding, choice, loaded } from '../../program/loaded-command.js';

const filing = ['<filing>', 'the folder of a filing, or its instance'] as const;

/** Adds `xbrl …`: the facts, the calculations and the inconsistencies of a filing. */
export function addXbrl(program: Command): void {
  const command = adding(program);
  const xbrl = adding(command('xbrl', 'read a filing in XBRL'));
  xbrl('facts', 'list the facts of a filing')
    .argument(...filing)
    .option('--concept <name>', 'a concept such as us-gaap:Assets, or a part of its name')
    .option('--period <period>', 'YYYY-MM-DD, "A to B", FY2023 or "Q3 2023"')
    .option('--member <name>', 'a member of a dimension, or a part of its name; or none')
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
    .option('--json', 'print a line of JSON for each fact')
    .action(loaded(() => import('../../xbrl/list-facts.js'), 'factsCommand'));
  xbrl('tree', 'print totals and their parts, as reported and as computed')
    .argument(...filing)
    .option('--roles', 'list the calculation networks')
    .option('--role <role>', 'a network by its role or definition, or a part of one')
    .option('--concept <name>', 'start at this total')
    .option('--period <period>', 'default: the period with the most facts')
    .option('--labels', 'print labels in place of names')
    .option('--json', 'print one JSON object')
    .action(loaded(() => import('../../xbrl/print-trees.js'), 'treeCommand'));
  xbrl('check', 'list the totals that differ from the sum of their parts')
    .argument(...filing)
    .addOption(
      choice(
        '--mode <mode>',
        'Calculation 1.0, or 1.1 by rounding or truncation',
        ['1.0', '1.1-round', '1.1-truncate', 'all'],
        '1.1-round',
      ),
    )
    .option('--json', 'print one JSON object')
    .action(loaded(() => import('../../xbrl/check-filing.js'), 'checkCommand'));
}

/** Adds `moves …` and `research …`: score judged work on its own. */
export function addResearch(program: Command): void {
  const command = adding(program);
  const moves = adding(command('moves', 'answers graded by the moves of experts'));
  moves('score', 'score a grading: which moves of each theme an answer makes')
    .requiredOption('--graded <file>', 'JSON of themes (n, hit, tainted) and synthesis')
    .option('--json', 'print JSON')
    .action(loaded(() => import('../../research/score.js'), 'scoreMovesCommand'));
  moves('import', 'turn Harbor environments into a data set of tasks with documents')
    .argument('<folder>', 'a folder for each environment')
    .requiredOption('--out <folder>', 'a new folder')
    .action(loaded(() => import('../../research/import-moves.js'), 'importMovesCommand'));
  const research = adding(command('research', 'research reports and their logic trees'));
  research('score', 'score a logic tree by the rule metrics')
    .requiredOption('--tree <file>', 'JSON of nodes: text, kind (argument, evidence), children')
    .requiredOption('--words-per-subtitle <n>', 'mean number of words under a subtitle')
    .addOption(choice('--root-depth <depth>', 'depth of the root', ['0', '1'], '1'))
    .option('--json', 'print JSON')
    .action(loaded(() => import('../../research/score.js'), 'scoreTreeCommand'));
  research('synth', 'write a data set of reports by templates, with their logic trees as solutions')
    .requiredOption('--out <folder>', 'a new folder')
    .option('--pairs <n>', 'how many reports', '100')
    .option('--seed <n>', 'seed of the writer', '0')
    .option(
      '--model <provider/model>',
      'the model that is to write the reports, from the same trees',
    )
    .action(loaded(() => import('../../research/synth.js'), 'synthCommand'));
  research('questions')
    .description('draw research questions of seven kinds, and write them as a data set of tasks')
    .requiredOption('--data <dataset>', 'prices, news and filings; its tables go along')
    .option('--count <n>', 'how many of each kind', '10')
    .option('--seed <n>', 'draws symbols, dates and events', '0')
    .requiredOption('--out <folder>', 'a new folder')
    .action(loaded(() => import('../../research/questions.js'), 'researchQuestionsCommand'));
}
