/** `tapefold retrieval score`: responses in words, scored by code. */

import { scoreFiles, type NamedText } from '#workflows/retrieval/score/score-files';
import { exitCodes } from '../exit-code.js';
import { readText } from './read-text.js';

/** A wrong answer is a finding, not a failure: the exit code is 0 in either case. */
export function scoreCommand(options: Record<string, unknown>): number {
  const scored = scoreFiles(named(options['questions']), named(options['responses']));
  if (options['json'] === true) {
    const lines = scored.map(({ id, right, why }) => `${JSON.stringify({ id, right, why })}\n`);
    process.stdout.write(lines.join(''));
    return exitCodes.ok;
  }
  const right = scored.filter((one) => one.right).length;
  const reasons = Map.groupBy(
    scored.filter((one) => !one.right),
    ({ why }) => why,
  );
  const wrong = [...reasons].sort(([, one], [, other]) => other.length - one.length);
  process.stdout.write(
    [
      `${right} of ${scored.length} are right`,
      ...wrong.map(([why, { length }]) => `${String(length).padStart(6)}  ${why}`),
      '',
    ].join('\n'),
  );
  return exitCodes.ok;
}

function named(file: unknown): NamedText {
  const name = String(file);
  return { name, text: readText(name) };
}
