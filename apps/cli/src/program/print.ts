/** What commands print: results on standard output, and everything else on standard error. */

import type { Options } from './option-value.js';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** `1 error`, `2 errors`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Prints a value as JSON with `--json`, or else the text. */
export function printAs({ json }: Options, value: unknown, text: () => string): void {
  print(json === true ? JSON.stringify(value, null, 2) : text());
}
