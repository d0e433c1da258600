/** `tapefold retrieval score`: responses in words, scored by code. */

import { scoreFiles } from '#workflows/retrieval/score/score-files';
import { exitCodes } from '../exit-code.js';
import { jsonLines, readText } from './files.js';

type Options = Readonly<Record<'questions' | 'responses', string>> & { readonly json?: true };

/** A wrong answer is a finding, not a failure: the exit code is 0 in either case. */
export function scoreCommand({ questions, responses, json }: Options): number {
  const scored = scoreFiles(
    { name: questions, text: readText(questions) },
    { name: responses, text: readText(responses) },
  );
  const wrong = scored.filter(({ right }) => !right);
  const reasons = [...Map.groupBy(wrong, ({ why }) => why)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([why, { length }]) => `${String(length).padStart(6)}  ${why}\n`);
  const summary = [`${scored.length - wrong.length} of ${scored.length} are right\n`, ...reasons];
  const lines = scored.map(({ id, right, why }) => ({ id, right, why }));
  process.stdout.write(json ? jsonLines(lines) : summary.join(''));
  return exitCodes.ok;
}
