/** Calculations 1.0 and 1.1 on every filing, against the inconsistencies that Arelle finds. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CalculationMode,
  baseSets,
  calculationNetworks,
  checkCalculations,
  readLinkbase,
} from '#xbrl';
import { numericFactsOf, type NumericFacts } from './xbrl-facts.fixture.js';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set', 'xbrl');

interface Entry {
  readonly concept: string;
  readonly role: string;
  readonly context: string;
  readonly unit: string;
  readonly reported: string;
  readonly computed: string;
}
const expected = JSON.parse(
  readFileSync(join(data, 'expected/arelle-calc.json'), 'utf8'),
) as Readonly<Record<string, { readonly calc10: Entry[]; readonly calc11: Entry[] }>>;

const folders = Object.keys(expected);

function networksIn(folder: string) {
  const file = readdirSync(folder).find((name) => name.endsWith('_cal.xml'))!;
  const linkbase = readLinkbase(readFileSync(join(folder, file)), file);
  return calculationNetworks(baseSets([linkbase]), () => undefined);
}

/** One line an inconsistency: what was compared, and with what result. */
function found(instance: NumericFacts, folder: string, mode: CalculationMode): string[] {
  return checkCalculations(instance.facts, networksIn(folder), mode).flatMap((check) => {
    const { outcome } = check;
    if (outcome.verdict !== 'inconsistent') return [];
    const { reported, computed, intervals } = outcome;
    const numbers = intervals
      ? [intervals.reported, intervals.computed].map(
          ({ low, high }) => `[${low.toFixed()}, ${high.toFixed()}]`,
        )
      : [reported.toFixed(), computed.toFixed()];
    return [[check.concept, check.role, check.contextKey, check.unitKey, ...numbers].join(' | ')];
  });
}

/** `80,554,000` and `[220891500.0, 220892500.0]` without separators and trailing zeros. */
const plain = (numbers: string): string =>
  numbers
    .replace(/(\d),(?=\d)/g, '$1')
    .replace(/(\.\d*?)0+(?=\D|$)/g, '$1')
    .replace(/\.(?=\D|$)/g, '');

function asked(entries: readonly Entry[], { contexts, units }: NumericFacts): string[] {
  return entries.map(({ concept, role, context, unit, reported, computed }) =>
    [concept, role, contexts.get(context), units.get(unit), plain(reported), plain(computed)].join(
      ' | ',
    ),
  );
}

describe.each(folders)('%s', (name) => {
  const folder = join(data, 'XBRL', name);
  const instanceFile = readdirSync(folder).find((file) => file.endsWith('_htm.xml'))!;
  let instance: NumericFacts;

  beforeAll(async () => {
    instance = await numericFactsOf(join(folder, instanceFile));
  });

  it.each([
    ['1.0', 'calc10'],
    ['1.1-round', 'calc11'],
  ] as const)('has the inconsistencies that Arelle finds by %s', (mode, list) => {
    expect(found(instance, folder, mode).toSorted()).toEqual(
      asked(expected[name]![list], instance).toSorted(),
    );
  });
});

it('compares all that Arelle lists: 55 inconsistencies by either, and no difference to explain', () => {
  const lists = Object.values(expected);
  expect(lists.flatMap(({ calc10 }) => calc10)).toHaveLength(55);
  expect(lists.flatMap(({ calc11 }) => calc11)).toHaveLength(55);
});
