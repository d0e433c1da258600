/** Checks of a total of two parts, for tests: rows of facts in, verdicts out. */

import { Big } from 'big.js';
import { linkOf, setsOf } from '../linkbase/linkbase-text.fixture.js';
import { calculationNetworks } from '../networks/network.js';
import type { CalculationCheck, CalculationMode } from './calculation-check.js';
import { checkCalculations } from './check-calculations.js';
import type { NumericFact } from './numeric-fact.js';

export type Row = readonly [string, string | null, (number | 'INF')?, Partial<NumericFact>?];

/** `[concept, value or null for nil, decimals (0), what differs]`; lines count from 1. */
export const factsOf = (rows: readonly Row[]): NumericFact[] =>
  rows.map(([concept, value, decimals = 0, differing], index) => ({
    concept: `t:${concept}`,
    contextKey: 'c',
    unitKey: 'u',
    line: index + 1,
    value: value === null ? undefined : new Big(value),
    decimals,
    ...differing,
  }));

/** N = S - C. */
export const network = linkOf('calculation', ['N S weight="1"', 'N C weight="-1" order="2"']);

export function checks(
  mode: CalculationMode,
  rows: readonly Row[],
  links: string = network,
): CalculationCheck[] {
  const networks = calculationNetworks(setsOf(links), () => undefined);
  return checkCalculations(factsOf(rows), networks, mode);
}

/** `consistent 5 = 5`, `not-bound duplicate t:S`. */
export const verdicts = (mode: CalculationMode, rows: readonly Row[], links?: string): string[] =>
  checks(mode, rows, links).map(({ outcome }) =>
    'reason' in outcome
      ? [outcome.verdict, outcome.reason, ...outcome.concepts].join(' ')
      : `${outcome.verdict} ${outcome.reported.toFixed()} = ${outcome.computed.toFixed()}`,
  );
