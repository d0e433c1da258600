/** `tapefold moves score` and `tapefold research score`. */

import type { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import { textIn } from '#backtest/tape/text-in';
import { checkedFile } from '#contracts/parsing/schema-issue';
import { gradingSchema, scoreGrading } from '#workflows/moves/rubric/score-grading';
import { logicTreeSchema } from '#workflows/research/terms/logic-tree';
import { ruleMetrics, type RootDepth } from '#workflows/research/terms/rule-metrics';
import { print } from '../program/print.js';

type Options<Name extends string> = Readonly<Record<Name, string>> & { readonly json?: true };

export function scoreMovesCommand({ graded, json }: Options<'graded'>): void {
  printFigures(scoreGrading(jsonIn(graded, gradingSchema)), json);
}

export function scoreTreeCommand(
  options: Options<'tree' | 'wordsPerSubtitle' | 'rootDepth'>,
): void {
  const given = options.wordsPerSubtitle;
  const words = Number(given);
  if (given.trim() === '' || !Number.isFinite(words) || words < 0) {
    const wanted = { where: '--words-per-subtitle', expected: 'a number from 0' };
    throw invalidInput('not a number of words', { ...wanted, found: excerpt(given) });
  }
  const tree = jsonIn(options.tree, logicTreeSchema);
  printFigures(ruleMetrics(tree, words, Number(options.rootDepth) as RootDepth), options.json);
}

/** One JSON value of a file. `InvalidInput` names the file and the offending member. */
function jsonIn<T>(file: string, schema: z.ZodType<T>): T {
  const given = jsonOf(textIn(file));
  if (given === undefined) {
    throw invalidInput('the file is not JSON', { where: file, expected: 'one JSON value' });
  }
  return checkedFile(given, schema, { file });
}

function printFigures(figures: object, json: true | undefined): void {
  const lines = Object.entries(figures).map(([name, value]) => `${name}  ${value}`);
  print(json ? JSON.stringify(figures) : lines.join('\n'));
}
