/** Which contexts, units and facts are equal (XBRL 2.1, 4.10), as keys: equal ones have the same text. */

import { append } from '../names/lists.js';
import type { QName } from '../names/names.js';
import { contentKey, type KindOf } from './content.js';
import type { Context, Fact, Instance, Qualifier, Unit } from './instance.js';
import { periodKey } from './period.js';

const allText: KindOf = () => 'text';

/**
 * The same text for contexts with the same entity, period, segment and scenario (c-equal), whatever their ids. The
 * order of dimensions is ignored (XBRL Dimensions 1.0, 3.1.4.2), that of other content matters. `kindOf` tells numbers
 * and booleans in free content from text.
 */
export function contextKey(context: Context, kindOf: KindOf = allText): string {
  const { scheme, identifier } = context.entity;
  const [segment, scenario] = [context.segment, context.scenario].map((qualifiers) =>
    qualifiersKey(qualifiers, kindOf),
  );
  const equalsOthers = segment !== undefined && scenario !== undefined;
  const parts = [scheme, identifier, periodKey(context.period), segment, scenario];
  return JSON.stringify(equalsOthers ? parts : [...parts, context.id]);
}

function qualifiersKey(qualifiers: readonly Qualifier[], kindOf: KindOf): string | undefined {
  const keys = qualifiers.map((qualifier): string | undefined => {
    if (qualifier.kind === 'explicit') return `${qualifier.dimension}=${qualifier.member}`;
    const content = contentKey(qualifier.content, kindOf);
    return content && (qualifier.kind === 'typed' ? `${qualifier.dimension}=${content}` : content);
  });
  if (keys.includes(undefined)) return undefined;
  const isDimension = (index: number): boolean => qualifiers[index]?.kind !== 'other';
  const dimensions = keys.filter((_, index) => isDimension(index)).sort();
  const others = keys.filter((_, index) => !isDimension(index));
  return JSON.stringify([dimensions, others]);
}

/** Whether a context has a dimension, explicit or typed. */
export const isDimensional = ({ segment, scenario }: Context): boolean =>
  [...segment, ...scenario].some(({ kind }) => kind !== 'other');

/** The same text for units with the same measures on each side, whatever their order (u-equal). */
export function unitKey({ numerators, denominators }: Unit): string {
  const side = (measures: readonly QName[]): string => [...measures].sort().join(' * ');
  return denominators.length === 0
    ? side(numerators)
    : `${side(numerators)} / ${side(denominators)}`;
}

/**
 * Facts that are duplicates of each other: same concept, equal contexts and units, same language, in the same tuple; in
 * document order, only groups of two or more. Values may differ. Languages only matter for texts (4.10 does not
 * know them; Duplicate Facts 1.0 does).
 */
export function duplicatesOf(instance: Instance, kindOf: KindOf = allText): Fact[][] {
  const contextKeys = keysOf(instance.contexts, (context) => contextKey(context, kindOf));
  const unitKeys = keysOf(instance.units, unitKey);
  const groups = new Map<string, Fact[]>();
  for (const fact of instance.facts) {
    const unit = fact.unit === undefined ? undefined : unitKeys.get(fact.unit);
    const language = unit === undefined ? fact.language?.toLowerCase() : undefined;
    const context = contextKeys.get(fact.context);
    const key = JSON.stringify([fact.concept, context, unit, language, fact.tuples.at(-1)]);
    append(groups, key, fact);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** A key for each id, made once however many facts refer to it. */
function keysOf<T>(
  values: ReadonlyMap<string, T>,
  keyOf: (value: T) => string,
): Map<string, string> {
  return new Map([...values].map(([id, value]) => [id, keyOf(value)]));
}
