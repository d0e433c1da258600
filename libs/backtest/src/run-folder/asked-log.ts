/** Notes each decision that an agent was asked for, durable before the ask: after a crash none is asked for again. */

import { existsSync, readFileSync } from 'node:fs';
import { corruptJournal, excerpt, unavailable } from '#values';
import { appendDurably } from './run-folder.js';

const newline = 0x0a;

export class AskedLog {
  /** The as-of of the decision that was asked for last; -1 before any. */
  private readonly last: number;
  private isWhole: boolean;

  /** Reads the notes of an earlier process. An incomplete line was not durable: its agent was not asked. */
  constructor(private readonly path: string) {
    const bytes = existsSync(path) ? readFileSync(path) : new Uint8Array(0);
    const end = bytes.lastIndexOf(newline);
    this.isWhole = end === bytes.length - 1;
    this.last = end < 0 ? -1 : lastAsOf(bytes.subarray(0, end), path);
  }

  /** Whether an earlier process asked for the decision at an as-of and its answer was lost. */
  hasAsked(asOf: number): boolean {
    return asOf <= this.last;
  }

  /** `Unavailable` if it cannot be written: then the agent may not be asked. */
  note(asOf: number): void {
    try {
      appendDurably(this.path, `${this.isWhole ? '' : '\n'}{"asOf":${asOf}}\n`);
      this.isWhole = true;
    } catch (cause) {
      throw unavailable('an ask cannot be noted', { where: this.path, cause });
    }
  }
}

function lastAsOf(bytes: Uint8Array, where: string): number {
  const start = bytes.lastIndexOf(newline) + 1;
  const line = Buffer.from(bytes.subarray(start)).toString('utf8');
  const digits = /^\{"asOf":(\d{1,15})\}$/.exec(line)?.[1];
  if (digits !== undefined) return Number(digits);
  const expected = '{"asOf":<number>}';
  throw corruptJournal('not a note of an ask', { where, expected, found: excerpt(line) });
}
