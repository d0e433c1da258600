/** Reasons of a run with their counts and the first case of each, in bounded memory. */

import { reasonKey } from '#contracts/journal/answer-class';
import type { Reason } from '#contracts/result/result';

/** Distinct reasons that are counted; later ones are left out. */
const toldApartMax = 1000;
/** Reasons for decisions that a result names. */
const namedMax = 3;

/** The place of the first decision or order with a reason, and the terms of an order. */
type FirstCase = Omit<Reason['first'], 'date'> & { readonly time: number };

export class ReasonTally {
  private readonly tallied = new Map<string, Omit<Reason, 'first'> & { first: FirstCase }>();

  /** `outcome` and `reason` tell reasons apart, numbers in them aside. */
  add({ outcome, reason }: Pick<Reason, 'outcome' | 'reason'>, firstOf: () => FirstCase): void {
    const key = `${outcome} ${reasonKey(reason)}`;
    const known = this.tallied.get(key);
    if (known !== undefined) known.count++;
    else if (this.tallied.size < toldApartMax) {
      this.tallied.set(key, { outcome, reason, count: 1, first: firstOf() });
    }
  }

  /**
   * In the form of a result, empty if there are none; `dateOf` names the moment of a first case.
   */
  named(dateOf: (time: number) => string): { reasons?: Reason[] } {
    const all = [...this.tallied.values()].toSorted((a, b) => b.count - a.count);
    const decisions = all.filter(({ outcome }) => outcome !== 'denied').slice(0, namedMax);
    const denied = all.filter(({ outcome }) => outcome === 'denied');
    const reasons = [...decisions, ...denied].map(({ first: { asOf, time, ...order }, ...one }) => {
      return { ...one, first: { asOf, date: dateOf(time), ...order } };
    });
    return reasons.length === 0 ? {} : { reasons };
  }
}
