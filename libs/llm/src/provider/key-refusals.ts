/**
 * Detects early that the key of a provider is wrong: a run would otherwise continue without a
 * single answer.
 */

import { printable } from '#values';
import type { Provider } from './models-file.js';
import type { CallTry } from '../calls/recorded-call.js';

/** Refused first calls of a provider before a report. */
const firstCalls = 3;

/** Statuses with which a provider refuses a key. */
const refusing: ReadonlySet<number | null> = new Set([401, 403]);

export class KeyRefusals {
  /** By provider: how many of its first calls were refused; null once it is settled. */
  private readonly refused = new Map<string, number | null>();

  /** `tell` gets a line for each provider whose first calls were all refused. */
  constructor(private readonly warn: (warning: string) => void) {}

  /**
   * Takes the tries of a call in the order in which calls end. A call without an answer says
   * nothing about the key.
   */
  record(name: string, provider: Pick<Provider, 'key'>, tries: readonly CallTry[]): void {
    const before = this.refused.get(name) ?? 0;
    const { status = null } = tries.at(-1) ?? {};
    if (this.refused.get(name) === null || status === null) return;
    const now = refusing.has(status) ? before + 1 : null;
    this.refused.set(name, now === firstCalls ? null : now);
    if (now !== firstCalls) return;
    this.warn(
      `provider ${name} refused its first ${firstCalls} calls with status ${status}: ` +
        `${placeOf(provider)}`,
    );
  }
}

/** The source of the key, never its value. */
function placeOf({ key }: Pick<Provider, 'key'>): string {
  if (key === undefined) return 'the models file names no key for it';
  const place = 'env' in key ? `environment variable ${key.env}` : `file ${key.file}`;
  return `check its key, which is read from ${printable(place, 200)}`;
}
