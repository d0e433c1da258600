/** `retrieval …`: questions with one number for an answer. */

import type { Command } from 'commander';
import { loaded } from '../loaded-command.js';

/** Adds `retrieval …` to the program. */
export function addRetrieval(program: Command): void {
  program
    .command('retrieval')
    .description('questions with one number for an answer')
    .command('score')
    .description('score responses in words against the numbers that were asked for')
    .requiredOption('--questions <file>', 'JSON lines of id, question and expected answer')
    .requiredOption('--responses <file>', 'JSON lines of id and text')
    .option('--json', 'print a line a question: id, right and why')
    .action(loaded(async () => (await import('./score.js')).scoreCommand));
}
