/** Checks totals against their parts, each network for itself. */

import { arcroles } from '../linkbase/vocabulary.js';
import type { Branch, Network } from '../networks/network.js';
import { BoundFacts, mostPrecise, type Part, type Twins } from './bound-facts.js';
import type {
  CalculationCheck,
  CalculationMode,
  Contribution,
  Outcome,
  Reason,
  Unbound,
} from './calculation-check.js';
import { compareIntervals } from './compare-intervals.js';
import { compareRounded } from './compare-rounded.js';
import { isWithinReach, type NumericFact } from './numeric-fact.js';

/**
 * One check for each total that has a fact, in each context and unit, in the order of the networks
 * and of the facts. Missing parts count as zero, nil ones as missing. Sums are exact decimals.
 * @param facts all numeric facts of an instance, nil ones too
 * @param networks calculation networks; those of Calculations 1.1 are left out in mode 1.0
 * @param mode `1.0`: XBRL 2.1, 5.2.5.2. `1.1-round`, `1.1-truncate`: Calculations 1.1, which
 * ignores facts in tuples.
 */
export function checkCalculations(
  facts: readonly NumericFact[],
  networks: readonly Network[],
  mode: CalculationMode,
): CalculationCheck[] {
  const isFirst = mode === '1.0';
  const bound = new BoundFacts(
    isFirst ? facts : facts.filter(({ tuples }) => (tuples ?? []).length === 0),
  );
  return networks
    .filter(({ arcrole }) => !isFirst || arcrole !== arcroles.summationItem11)
    .flatMap((network) => checksOf(network, bound, mode));
}

function checksOf(network: Network, bound: BoundFacts, mode: CalculationMode): CalculationCheck[] {
  const checks: CalculationCheck[] = [];
  for (const concept of network.parents) {
    const branches = network.childrenOf(concept);
    for (const [place, total] of bound.totalsOf(concept)) {
      checks.push(checkOf(network.role, total, partsAt(branches, bound, place), branches, mode));
    }
  }
  return checks;
}

/** Children with a value here; of twins, one that is nil and one that is not have a value. */
function partsAt(branches: readonly Branch[], bound: BoundFacts, place: string): Part[] {
  return branches.flatMap(({ child: concept, weight }) =>
    weight === undefined
      ? []
      : bound
          .within(concept, place)
          .filter((twins) => twins.some(({ value }) => value !== undefined))
          .map((twins) => ({ concept, weight, twins })),
  );
}

function checkOf(
  role: string,
  total: Twins,
  parts: readonly Part[],
  branches: readonly Branch[],
  mode: CalculationMode,
): CalculationCheck {
  const { concept, contextKey, unitKey, line } = total[0];
  const present = new Set(parts.map((part) => part.concept));
  const missing = branches.map(({ child }) => child).filter((child) => !present.has(child));
  return {
    role,
    concept,
    contextKey,
    unitKey,
    line,
    outcome: outcomeOf(total, parts, mode),
    contributing: parts.map(contributionOf),
    missing: [...new Set(missing)],
  };
}

function outcomeOf(total: Twins, parts: readonly Part[], mode: CalculationMode): Outcome {
  const { concept } = total[0];
  if (total.every(({ value }) => value === undefined)) return notBound('nil-total', [concept]);
  if (parts.length === 0) return notBound('no-contribution', []);
  const far = [{ concept, twins: total }, ...parts].filter(
    ({ twins }) => !twins.every(isWithinReach),
  );
  if (far.length > 0) {
    return { verdict: 'not-checked', reason: 'out-of-reach', concepts: conceptsOf(far) };
  }
  if (mode !== '1.0') {
    return compareIntervals(total, parts, mode === '1.1-round' ? 'round' : 'truncate');
  }
  // A duplicate is one whatever its value, even without a value (XBRL 2.1, 4.10).
  const doubled = [{ concept, twins: total }, ...parts].filter(({ twins }) => twins.length > 1);
  if (doubled.length > 0) return notBound('duplicate', conceptsOf(doubled));
  return compareRounded(total[0], parts);
}

function contributionOf({ concept, weight, twins }: Part): Contribution {
  const { value, line } = mostPrecise(twins);
  return { concept, weight, value, line };
}

const notBound = (reason: Reason, concepts: readonly string[]): Unbound => ({
  verdict: 'not-bound',
  reason,
  concepts,
});

const conceptsOf = (parts: readonly { readonly concept: string }[]): string[] => [
  ...new Set(parts.map(({ concept }) => concept)),
];
