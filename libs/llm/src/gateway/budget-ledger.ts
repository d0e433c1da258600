/** Budgets of a run and its decisions: reserved before a call, settled after it. */

import type { AskRequest } from '../calls/ask.js';
import type { Spent } from '../provider/pricing.js';
import type { RecordedCall } from '../calls/recorded-call.js';

const nothing = (): Spent => ({ calls: 0, tokens: 0, usd: 0 });

/** More than a run can have open at once. */
const decisionsMax = 512;

/** Amounts spent so far on a run, and on those of its decisions that are open. */
export class BudgetLedger {
  private readonly run = nothing();
  private readonly decisions = new Map<number, Spent>();

  /** Counts calls that were made before this ledger was opened. */
  addToRun(spent: readonly Spent[]): void {
    for (const one of spent) add(this.run, one);
  }

  openDecision(asOf: number, spent: readonly Spent[]): void {
    if (this.decisions.has(asOf)) return;
    const [oldest] = this.decisions.keys();
    if (this.decisions.size >= decisionsMax && oldest !== undefined) this.decisions.delete(oldest);
    const sum = nothing();
    for (const one of spent) add(sum, one);
    this.decisions.set(asOf, sum);
  }

  /** Reserves what a call may use; returns why it must not be made if it does not fit. */
  reserve(asOf: number, needed: Readonly<Spent>, budget: AskRequest['budget']): string | undefined {
    const refusal =
      excessOf('decision', this.spentOn(asOf), needed, budget.decision) ??
      excessOf('run', this.run, needed, budget.run);
    if (refusal === undefined) this.add(asOf, needed);
    return refusal;
  }

  /** Counts a call that was made elsewhere. */
  add(asOf: number, spent: Readonly<Spent>): void {
    add(this.spentOn(asOf), spent);
    add(this.run, spent);
  }

  /**
   * Replaces the reservation with the amount spent; the latter is zero if the call was not made.
   */
  settle(asOf: number, reserved: Readonly<Spent>, spent: Readonly<Spent> = nothing()): void {
    const calls = spent.calls - reserved.calls;
    const tokens = spent.tokens - reserved.tokens;
    this.add(asOf, { calls, tokens, usd: spent.usd - reserved.usd });
  }

  private spentOn(asOf: number): Spent {
    const spent = this.decisions.get(asOf) ?? nothing();
    this.decisions.set(asOf, spent);
    return spent;
  }
}

/**
 * What a call used: its usage. If the provider reported none, the reservation counts, except for
 * calls that no model worked on.
 */
export function spentOf(
  { usage, cost, tries }: Pick<RecordedCall, 'usage' | 'cost' | 'tries'>,
  reserved: Readonly<Spent>,
): Spent {
  const isFree = usage === null && unworked.has(tries.at(-1)?.outcome ?? 'unknown');
  if (isFree) return { calls: 1, tokens: 0, usd: 0 };
  return {
    calls: 1,
    tokens: usage === null ? reserved.tokens : usage.input + usage.output,
    usd: cost?.usd ?? reserved.usd,
  };
}

const unworked = new Set(['rate limited', 'server error', 'unreachable', 'refused by provider']);

function add(sum: Spent, one: Readonly<Spent>): void {
  sum.calls += one.calls;
  sum.tokens += one.tokens;
  sum.usd += one.usd;
}

function excessOf(
  whose: 'decision' | 'run',
  spent: Readonly<Spent>,
  needed: Readonly<Spent>,
  budget: AskRequest['budget']['run'],
): string | undefined {
  for (const unit of ['calls', 'tokens', 'usd'] as const) {
    const most = budget?.[unit];
    // Sums of dollars carry rounding errors of doubles.
    if (most === undefined || spent[unit] + needed[unit] <= most + (unit === 'usd' ? 1e-9 : 0)) {
      continue;
    }
    const word = unit === 'usd' ? 'US dollars' : unit;
    const used = `${shown(spent[unit])} used, the next call needs up to ${shown(needed[unit])}`;
    return `budget of the ${whose}: ${most} ${word}, ${used}`;
  }
  return undefined;
}

const shown = (amount: number): string => `${Number(amount.toFixed(6))}`;
