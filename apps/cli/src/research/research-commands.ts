/** `moves …` and `research …`: score judged work on its own. */

import { Option, type Command } from 'commander';
import { loaded } from '../program/loaded-command.js';

/** Adds both to the program. */
export function addResearch(program: Command): void {
  const moves = program.command('moves').description('answers graded by the moves of experts');
  moves
    .command('score')
    .description('score a grading: which moves of each theme an answer makes')
    .requiredOption('--graded <file>', 'JSON of themes (n, hit, tainted) and synthesis')
    .option('--json', 'print JSON')
    .action(loaded(() => import('./score.js'), 'scoreMovesCommand'));
  moves
    .command('import')
    .description('turn Harbor environments into a data set of tasks with documents')
    .argument('<folder>', 'a folder for each environment')
    .requiredOption('--out <folder>', 'a new folder')
    .action(loaded(() => import('./import-moves.js'), 'importMovesCommand'));
  const research = program
    .command('research')
    .description('research reports and their logic trees');
  research
    .command('score')
    .description('score a logic tree by the rule metrics')
    .requiredOption('--tree <file>', 'JSON of nodes: text, kind (argument, evidence), children')
    .requiredOption('--words-per-subtitle <n>', 'mean number of words under a subtitle')
    .addOption(
      new Option('--root-depth <depth>', 'depth of the root').choices(['0', '1']).default('1'),
    )
    .option('--json', 'print JSON')
    .action(loaded(() => import('./score.js'), 'scoreTreeCommand'));
  research
    .command('synth')
    .description('write a data set of reports by templates, with their logic trees as solutions')
    .requiredOption('--out <folder>', 'a new folder')
    .option('--pairs <n>', 'how many reports', '100')
    .option('--seed <n>', 'seed of the writer', '0')
    .option(
      '--model <provider/model>',
      'the model that is to write the reports, from the same trees',
    )
    .action(loaded(() => import('./synth.js'), 'synthCommand'));
  research
    .command('questions')
    .description('draw research questions of seven kinds, and write them as a data set of tasks')
    .requiredOption('--data <dataset>', 'prices, news and filings; its tables go along')
    .option('--count <n>', 'how many of each kind', '10')
    .option('--seed <n>', 'draws symbols, dates and events', '0')
    .requiredOption('--out <folder>', 'a new folder')
    .action(loaded(() => import('./questions.js'), 'researchQuestionsCommand'));
}
