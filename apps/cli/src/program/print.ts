/** What commands print: results on standard output, and everything else on standard error. */

import type { Options } from './option-value.js';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Prints a value as JSON with `--json`, or else the text. */
export function printAs({ json }: Options, value: unknown, text: () => string): void {
  print(json === true ? JSON.stringify(value, null, 2) : text());
}
