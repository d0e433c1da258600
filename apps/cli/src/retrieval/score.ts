/** `tapefold retrieval score`: responses in words, scored by code. */

import { readFileSync } from 'node:fs';
import { invalidInput } from '#values';
import { scoreFiles, type NamedText } from '#workflows/retrieval/score/score-files';
import { exitCodes } from '../exit-code.js';

/** A wrong answer is a finding, not a failure: the exit code is 0 in either case. */
export function scoreCommand(options: Record<string, unknown>): number {
  const scored = scoreFiles(textOf(options['questions']), textOf(options['responses']));
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

function textOf(file: unknown): NamedText {
  const name = String(file);
  try {
    return { name, text: readFileSync(name, 'utf8') };
  } catch (cause) {
    const found = (cause as NodeJS.ErrnoException).code ?? 'an unknown error';
    throw invalidInput('the file cannot be read', { where: name, found, cause });
  }
}
