/** The scripts of the skills, run with Python. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Ended } from './command-line.fixture.js';

export const root = join(import.meta.dirname, '../..');

interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
}

export function python(
  script: string,
  words: readonly string[],
  { cwd = root, env = {}, input = '' }: Surroundings = {},
): Promise<Ended> {
  const options = { cwd, env: { ...process.env, ...env } };
  return new Promise((settle) => {
    const { stdin } = execFile('python3', [script, ...words], options, (error, out, err) => {
      let code;
      if (error === null) {
        code = 0;
      } else if (typeof error.code === 'number') {
        code = error.code;
      } else {
        code = null;
      }
      settle({ code, out, err });
    });
    // A command that refuses its flags reads nothing.
    stdin?.on('error', () => undefined).end(input);
  });
}

/** Flags with their values, those of `other` in place of the usual ones. */
export const flags = (
  usual: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>> = {},
): string[] =>
  Object.entries({ ...usual, ...other }).flatMap(([name, value]) => [`--${name}`, value]);
