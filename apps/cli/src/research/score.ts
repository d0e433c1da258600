/** `tapefold moves score` and `tapefold research score`. */

import type { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import { textIn } from '#backtest/text-in';
import { expectedOf } from '#contracts/schema-issue';
import { valueAt } from '#contracts/value-at';
import { gradingSchema, scoreGrading } from '#workflows/moves/score-grading';
import { logicTreeSchema } from '#workflows/research/logic-tree';
import { ruleMetrics, type RootDepth } from '#workflows/research/rule-metrics';
import { exitCodes } from '../exit-code.js';

interface Printed {
  readonly json?: true;
}

export function scoreMovesCommand({ graded, json }: Printed & { readonly graded: string }): number {
  return tell(scoreGrading(jsonIn(graded, gradingSchema)), json);
}

interface TreeOptions extends Printed {
  readonly tree: string;
  readonly wordsPerSubtitle: string;
  readonly rootDepth: string;
}

export function scoreTreeCommand(options: TreeOptions): number {
  const words = Number(options.wordsPerSubtitle);
  if (options.wordsPerSubtitle.trim() === '' || !Number.isFinite(words) || words < 0) {
    throw invalidInput('not a number of words', {
      where: '--words-per-subtitle',
      expected: 'a number from 0',
      found: excerpt(options.wordsPerSubtitle),
    });
  }
  const tree = jsonIn(options.tree, logicTreeSchema);
  return tell(ruleMetrics(tree, words, Number(options.rootDepth) as RootDepth), options.json);
}

/** One JSON value of a file. `InvalidInput` names the file and the member that is not as it has to be. */
function jsonIn<T>(file: string, schema: z.ZodType<T>): T {
  const given = jsonOf(textIn(file));
  if (given === undefined) {
    throw invalidInput('the file is not JSON', { where: file, expected: 'one JSON value' });
  }
  const { data, error } = schema.safeParse(given);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data as T;
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const found = valueAt(given, path);
  throw invalidInput('the file is not as it has to be', {
    where: [file, path.join('.')].filter((part) => part !== '').join(': '),
    expected: expectedOf(issue),
    found: found === undefined ? 'nothing' : excerpt(found),
  });
}

function tell(figures: object, json: true | undefined): number {
  const lines = Object.entries(figures).map(([name, value]) => `${name}  ${value}`);
  process.stdout.write(`${json ? JSON.stringify(figures) : lines.join('\n')}\n`);
  return exitCodes.ok;
}
