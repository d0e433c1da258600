/** Calculation networks of a filing: which totals are made of what (XBRL 2.1, 5.2.5). */

import type { BaseSet } from '../linkbase/base-sets.js';
import { arcroles } from '../linkbase/vocabulary.js';
import type { ConceptOf } from './concept-of.js';
import { networksOf, type Network } from './network.js';

/** A `Network` whose branches all have a weight; its role with the definition that the schema gives it. */
export interface CalculationNetwork extends Network {
  readonly definition: string | undefined;
}

/** All calculation networks, of XBRL 2.1 and of Calculations 1.1, as their roles stand in the document. */
export function calculationNetworks(
  sets: readonly BaseSet[],
  conceptOf: ConceptOf,
  definitionOf: (role: string) => string | undefined = () => undefined,
): CalculationNetwork[] {
  const { summationItem, summationItem11 } = arcroles;
  return networksOf(sets, [summationItem, summationItem11], conceptOf).map((network) => ({
    ...network,
    definition: definitionOf(network.role),
  }));
}
