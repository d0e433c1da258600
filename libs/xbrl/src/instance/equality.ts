/**
 * Which contexts, units and facts are equal (XBRL 2.1, 4.10), as keys: equal ones have
 * the same text.
 */

import type { QName } from '../names/names.js';
import { contentKey, type KindOf } from './content.js';
import type { Context, Qualifier, Unit } from './instance.js';
import { periodKey } from './period.js';

const allText: KindOf = () => 'text';

/**
 * The same text for contexts with the same entity, period, segment and scenario (c-equal), whatever
 * their ids. The order of dimensions is ignored (XBRL Dimensions 1.0, 3.1.4.2), that of other
 * content matters. `kindOf` tells numbers and booleans in free content from text.
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
