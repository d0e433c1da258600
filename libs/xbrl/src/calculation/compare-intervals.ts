/** Calculations 1.1: the interval of the total meets the interval of the weighted sum. */

import { Big } from 'big.js';
import { mostPrecise, type Part, type Twins } from './bound-facts.js';
import type { Outcome, Reason, Unbound } from './calculation-check.js';
import {
  intersection,
  intervalOf,
  plus,
  times,
  zero,
  type Interval,
  type Reading,
} from './interval.js';
import type { NumericFact } from './numeric-fact.js';
import { rounded } from '../instance/fact-value.js';

/** Duplicates count as the intersection of their intervals; if that is empty, the check stops. */
export function compareIntervals(total: Twins, parts: readonly Part[], reading: Reading): Outcome {
  const reported = commonInterval(total, reading);
  const stopped: Stopped[] = 'reason' in reported ? [reported] : [];
  let computed = zero;
  let sum = new Big(0);
  for (const { weight, twins } of parts) {
    const part = commonInterval(twins, reading);
    if ('reason' in part) {
      stopped.push(part);
      continue;
    }
    computed = plus(computed, times(part, weight));
    sum = sum.plus(mostPrecise(twins).value.times(weight));
  }
  if ('reason' in reported || stopped.length > 0) return notChecked(stopped);
  const meets = intersection(reported, computed) !== undefined;
  return {
    verdict: meets ? 'consistent' : 'inconsistent',
    reported: mostPrecise(total).value,
    computed: sum,
    intervals: { reported, computed },
  };
}

interface Stopped {
  readonly reason: Reason;
  readonly concept: string;
}

/** The first reason, with all that share it. */
function notChecked(stopped: readonly Stopped[]): Unbound {
  const reason = stopped[0]?.reason ?? 'no-accuracy';
  const concepts = stopped.filter((each) => each.reason === reason).map(({ concept }) => concept);
  return { verdict: 'not-checked', reason, concepts: [...new Set(concepts)] };
}

function commonInterval(twins: Twins, reading: Reading): Interval | Stopped {
  const { concept } = twins[0];
  let common: Interval | undefined;
  for (const fact of twins) {
    const own = ownInterval(fact, reading);
    if ('reason' in own) return own;
    common = common === undefined ? own : intersection(common, own);
    if (common === undefined) return { reason: 'conflicting-duplicates', concept };
  }
  return common ?? { reason: 'no-accuracy', concept };
}

/** A nil fact reaches this only together with one that has a value, which it contradicts. */
function ownInterval(
  { concept, value, decimals }: NumericFact,
  reading: Reading,
): Interval | Stopped {
  if (value === undefined) return { reason: 'conflicting-duplicates', concept };
  if (decimals === undefined) return { reason: 'no-accuracy', concept };
  if (!rounded(value, decimals).eq(value)) return { reason: 'excess-digits', concept };
  return intervalOf(value, decimals, reading);
}
