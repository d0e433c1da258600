/**
 * Fills in the decimals and precision that a fact omits and its type supplies, as XML Schema
 * requires (3.4.4).
 */

import type { SchemaSet } from './schema-set.js';
import type { Instance } from '../instance/instance.js';

/**
 * The same instance, with the decimals and precision that types state as default or fixed values.
 */
export function withDefaults(instance: Instance, schemas: SchemaSet): Instance {
  const facts = instance.facts.map((fact) => {
    const decimals = fact.decimals ?? schemas.defaultOf(fact.concept, 'decimals');
    const precision = fact.precision ?? schemas.defaultOf(fact.concept, 'precision');
    return { ...fact, ...(decimals && { decimals }), ...(precision && { precision }) };
  });
  return { ...instance, facts, factsByConcept: Map.groupBy(facts, ({ concept }) => concept) };
}
