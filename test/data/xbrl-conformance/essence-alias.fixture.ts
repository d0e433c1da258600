/**
 * Essence and alias (XBRL 2.1, 5.2.6.2.2), which the suite uses to ask whether units and
 * contexts are equal.
 */

import {
  arcroles,
  contextKey,
  decimalsOf,
  rounded,
  unitKey,
  valueOf,
  type BaseSet,
  type Decimals,
  type Fact,
  type Instance,
  type SchemaSet,
} from '#xbrl';

/**
 * Facts of an essence and its alias, in equal contexts and one tuple, whose units or values differ.
 */
export function aliasFaults(
  { facts, contexts, units }: Instance,
  sets: readonly BaseSet[],
  schemas: SchemaSet,
): string[] {
  const unitOf = ({ unit }: Fact): string => (unit === undefined ? '' : unitKey(units.get(unit)!));
  const placeOf = ({ context, tuples }: Fact): string =>
    JSON.stringify([contextKey(contexts.get(context)!, schemas.valueKind), tuples.at(-1)]);
  const named = (href: string): Fact[] =>
    facts.filter(({ concept, nil }) => concept === schemas.elementById(href)?.name && !nil);
  return sets
    .filter(({ arcrole }) => arcrole === arcroles.essenceAlias)
    .flatMap(({ relationships }) => relationships)
    .flatMap(({ from, to }) =>
      named(from.href).flatMap((essence) =>
        named(to.href)
          .filter((alias) => placeOf(alias) === placeOf(essence))
          .filter((alias) => unitOf(alias) !== unitOf(essence) || !isSameValue(alias, essence))
          .map((alias) => `line ${alias.line}: ${alias.concept} differs from its essence`),
      ),
    );
}

/** Numbers to the lesser of their decimals; texts as they are. */
function isSameValue(one: Fact, other: Fact): boolean {
  const a = valueOf(one);
  const b = valueOf(other);
  const decimals = [decimalsOf(one), decimalsOf(other)];
  if (a === undefined || b === undefined) return one.text.trim() === other.text.trim();
  if (decimals.includes(undefined)) return false;
  const places = (of: Decimals | undefined): number => (of === 'INF' ? Infinity : (of ?? 0));
  const least = Math.min(...decimals.map(places));
  const to: Decimals = least === Infinity ? 'INF' : least;
  return rounded(a, to).eq(rounded(b, to));
}
