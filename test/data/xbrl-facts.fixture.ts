/** The numeric facts of an instance, as calculation checks take them. */

import { readFileSync } from 'node:fs';
import {
  contextKey,
  decimalsOf,
  localOf,
  namespaceOf,
  readInstance,
  unitKey,
  valueOf,
  type NumericFact,
} from '#xbrl';

export interface NumericFacts {
  readonly facts: readonly NumericFact[];
  /** Keys of contexts and units by id. */
  readonly contexts: ReadonlyMap<string, string>;
  readonly units: ReadonlyMap<string, string>;
}

/** Facts are named `prefix:name`, with the prefixes of the instance. */
export async function numericFactsOf(path: string): Promise<NumericFacts> {
  const instance = await readInstance([readFileSync(path)], path);
  const contexts = new Map([...instance.contexts].map(([id, each]) => [id, contextKey(each)]));
  const units = new Map([...instance.units].map(([id, each]) => [id, unitKey(each)]));
  const facts = instance.facts.flatMap((fact) => {
    if (fact.unit === undefined || fact.fraction !== undefined) return [];
    const prefix = instance.prefixes.get(namespaceOf(fact.concept));
    return [
      {
        concept: `${prefix}:${localOf(fact.concept)}`,
        contextKey: contexts.get(fact.context)!,
        unitKey: units.get(fact.unit)!,
        value: valueOf(fact),
        decimals: decimalsOf(fact),
        line: fact.line,
        tuples: fact.tuples,
      },
    ];
  });
  return { facts, contexts, units };
}
