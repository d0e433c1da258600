/** `tapefold retrieval score`: responses in words, scored by code. */

import { scoreFiles } from '#workflows/retrieval/score/score-files';
import { exitCodes } from '../exit-code.js';
import { jsonLines, readText } from './files.js';

interface Options {
  readonly questions: string;
  readonly responses: string;
  readonly json?: true;
}

/** A wrong answer is a finding, not a failure: the exit code is 0 in either case. */
export function scoreCommand({ questions, responses, json }: Options): number {
  const [asked, said] = [questions, responses].map((name) => ({ name, text: readText(name) }));
  const scored = scoreFiles(asked!, said!);
  const wrong = scored.filter(({ right }) => !right);
  const reasons = [...Map.groupBy(wrong, ({ why }) => why)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([why, { length }]) => `${String(length).padStart(6)}  ${why}\n`);
  process.stdout.write(
    json
      ? jsonLines(scored.map(({ id, right, why }) => ({ id, right, why })))
      : `${scored.length - wrong.length} of ${scored.length} are right\n${reasons.join('')}`,
  );
  return exitCodes.ok;
}
