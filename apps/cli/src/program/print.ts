/** What commands print: results on standard output, and everything else on standard error. */

import { once } from 'node:events';
import type { Options } from './option-value.js';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Waits for a reader that is slower. */
export async function printSlowly(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

export const notify = (line: string): void => void process.stderr.write(`${line}\n`);

/** `1 error`, `2 errors`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Prints a value as JSON with `--json`, or else the text. */
export function printAs({ json }: Options, value: unknown, text: () => string): void {
  print(json === true ? JSON.stringify(value, null, 2) : text());
}
