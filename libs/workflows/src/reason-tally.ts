/** Reasons of a run with their counts and the first case of each, in bounded memory. */

import { reasonKey } from '#contracts/answer-class';

/** Reasons that are told apart; the cases of later ones are counted together. */
const toldApartMax = 1000;
/** Reasons that a result names. */
const namedMax = 3;

interface Tallied<First> {
  readonly reason: string | null;
  readonly first: First;
  count: number;
}

/** `kind` and `reason` tell reasons apart, numbers in them aside; the text of the first case stands for all. */
export class ReasonTally<Kind extends string, First> {
  private readonly tallied = new Map<string, Tallied<First> & { readonly kind: Kind }>();
  private total = 0;

  add(kind: Kind, reason: string | null, firstOf: () => First): void {
    this.total++;
    const key = `${kind} ${reasonKey(reason)}`;
    const known = this.tallied.get(key);
    if (known !== undefined) known.count++;
    else if (this.tallied.size < toldApartMax) {
      this.tallied.set(key, { kind, reason, first: firstOf(), count: 1 });
    }
  }

  /** The most frequent reasons, and how many cases had others; of equally many cases the earlier reason comes first. */
  top(max = namedMax) {
    const named = [...this.tallied.values()].toSorted((a, b) => b.count - a.count).slice(0, max);
    return { named, more: named.reduce((rest, { count }) => rest - count, this.total) };
  }
}
