/** `retrieval …`: questions whose answer is a single number. */

import type { Command } from 'commander';
import { adding, loaded } from '../program/loaded-command.js';

/** Adds `retrieval …` to the program. */
export function addRetrieval(program: Command): void {
  const command = adding(program);
  const retrieval = adding(command('retrieval', 'questions with one number for an answer'));
  retrieval('score', 'score responses against the numbers that were asked for')
    .requiredOption('--questions <file>', 'JSON lines of id, question and expected answer')
    .requiredOption('--responses <file>', 'JSON lines of id and text, or answer in parts')
    .option('--verdicts <file>', 'JSON lines of id, right, by (judge or person) and why')
    .option('--json', 'print a line per question: id, right (null: undecided), by and why')
    .action(loaded(() => import('./answers.js'), 'scoreCommand'));
  retrieval('questions', 'draw questions from fundamentals, and write them as a data set of tasks')
    .option('--data <dataset>', 'a folder with fundamentals, whose tables go along')
    .option('--fundamentals <file>', 'JSON lines of companies, series and values')
    .option('--synthetic <seed>', 'the synthetic store')
    .option('--as-of <time>', 'when they are asked; default: once everything is known')
    .option('--count <n>', 'how many', '500')
    .option('--seed <n>', 'draws values and wording', '0')
    .option('--dampening <function>', 'how much large branches of series weigh', 'sqrt-log')
    .option('--words-of <model>', 'provider/model that words them; templates when left out')
    .option('--models <file>', 'describes providers of models')
    .option('--recordings <folder>', 'wordings of an earlier data set, which are replayed')
    .requiredOption('--out <folder>', 'a new folder')
    .action(loaded(() => import('./questions.js'), 'questionsCommand'));
  retrieval('synthetic', 'write the synthetic store as JSON lines of companies, series and values')
    .option('--seed <n>', 'draws the values', '0')
    .option('--companies <n>', 'how many', '12')
    .requiredOption('--out <file>', 'a new file')
    .action(loaded(() => import('./questions.js'), 'syntheticCommand'));
  retrieval('export', 'write questions and the answers of a result as Parquet files')
    .requiredOption('--questions <file>', 'JSON lines, as `retrieval questions` writes them')
    .option('--result <folder>', 'a finished result of runs on these questions')
    .requiredOption('--out <folder>', 'a new folder')
    .action(loaded(() => import('./answers.js'), 'exportCommand'));
  retrieval('import', 'read Parquet files of questions, responses, scores and tool traces')
    .argument('<folder>', 'where the Parquet files are')
    .requiredOption('--out <folder>', 'a new folder')
    .action(loaded(() => import('./answers.js'), 'importCommand'));
}
