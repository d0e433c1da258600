/**
 * Calculations 1.0, 1.1 rounding and 1.1 truncation against Arelle, asked live: every role of
 * every filing, and a thousand drawn networks. No difference is left without one of the
 * explanations below.
 */

import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Big } from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  baseSets,
  calculationNetworks,
  checkCalculations,
  readLinkbase,
  rounded,
  type CalculationCheck,
  type CalculationMode,
  type Outcome,
  type NumericFact,
} from '#xbrl';
import { networkPackages } from './arelle/networks.js';
import { askPython, installLimitMs } from './ask-python.fixture.js';
import { numericFactsOf, type NumericFacts } from './xbrl-facts.fixture.js';

const root = process.env['TAPEFOLD_DATA'];
if (root === undefined) throw new Error('set TAPEFOLD_DATA to the folder of the reference data');

const modes: readonly CalculationMode[] = ['1.0', '1.1-round', '1.1-truncate'];
const seed = process.env['TAPEFOLD_XBRL_SEED'] ?? 'networks';
const networksInPackage = 50;

interface Package {
  readonly name: string;
  readonly instance: string;
  readonly linkbase: string;
}

/** Concept, role, context, unit, reported, computed. */
type Inconsistency = readonly [string, string, string, string, string, string];

interface Said {
  readonly inconsistent: readonly Inconsistency[];
  /** Concept, context and unit of facts that stop a check of 1.1. */
  readonly stopped: readonly (readonly [string, string, string])[];
}

type Answer = Readonly<Record<CalculationMode, Said>> & {
  /** All facts, and those that Arelle takes for valid. */
  readonly facts: readonly [number, number];
  readonly errors: readonly string[];
};

const scratch = mkdtempSync(join(tmpdir(), 'tapefold-arelle-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const filings: Package[] = globSync(join(resolve(root), 'xbrl/XBRL/*/*_htm.xml'))
  .toSorted()
  .map((instance) => {
    const folder = join(instance, '..');
    return { name: folder, instance, linkbase: globSync(join(folder, '*_cal.xml'))[0]! };
  });

const drawn: Package[] = networkPackages(seed, 1_000 / networksInPackage, networksInPackage).map(
  ({ instance, linkbase }, index) => {
    const folder = join(scratch, `${index}`);
    mkdirSync(folder);
    const instanceFile = join(folder, 'i.xml');
    const linkbaseFile = join(folder, 'c.xml');
    writeFileSync(instanceFile, instance);
    writeFileSync(linkbaseFile, linkbase);
    return { name: `networks ${index}`, instance: instanceFile, linkbase: linkbaseFile };
  },
);

const packages = [...filings, ...drawn];
let answers: readonly Answer[] = [];

beforeAll(() => {
  const needs = { requirements: 'arelle/requirements.txt', cache: 'arelle-2.47.3' };
  answers = askPython<Answer[]>('arelle/calculations.py', packages, needs);
}, installLimitMs + 120_000);

/** The line of a check, with `(open` and `[closed` ends as Arelle writes them. */
function lineOf(check: CalculationCheck | undefined): string | undefined {
  const outcome = check?.outcome;
  if (outcome?.verdict !== 'inconsistent') return undefined;
  const { reported, computed, intervals } = outcome;
  if (intervals === undefined) return `${reported.toFixed()} | ${computed.toFixed()}`;
  return [intervals.reported, intervals.computed]
    .map(({ low, high, isLowOpen, isHighOpen }) => {
      const ends = [isLowOpen ? '(' : '[', isHighOpen ? ')' : ']'];
      return `${ends[0]}${low.toFixed()}, ${high.toFixed()}${ends[1]}`;
    })
    .join(' | ');
}

const plain = (numbers: string): string =>
  numbers.replace(/[-+.\dE]+/g, (number) => new Big(number).toFixed());

interface Difference {
  readonly mode: CalculationMode;
  readonly check: CalculationCheck;
  /** Facts of the total, then of each part, with their duplicates. */
  readonly twins: readonly (readonly NumericFact[])[];
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** The same check once the facts are left out that Arelle leaves out. */
  readonly ofRead: CalculationCheck | undefined;
}

/** Why Arelle's result of a check differs: what has to hold of the facts. */
const explanations: Readonly<Record<string, (difference: Difference) => boolean>> = {
  // A nil fact is a duplicate (XBRL 2.1, 4.10); next to a part, Arelle does not count it as one.
  'nil twin of a part': ({ mode, twins, ofRead, theirs }) =>
    mode === '1.0' &&
    twins.slice(1).some((all) => all.length > 1 && all.some(isNil)) &&
    lineOf(ofRead) === theirs,
  // Arelle reads the first of duplicates with equal decimals, and does not ask whether another
  // has its value.
  'another value with equal decimals': ({ mode, twins, ofRead, theirs }) =>
    mode !== '1.0' &&
    twins.some((all) => all.some((one) => all.some((other) => differ(one, other)))) &&
    numbersOf(lineOf(ofRead)) === numbersOf(theirs),
  // An interval that is turned round by its weight keeps its open end where it was; no
  // verdict hangs on it.
  'open end under a negative weight': (difference) =>
    haveEqualNumbers(difference) &&
    difference.check.contributing.some(({ weight }) => weight.lt(0)),
  // Arelle closes an end of the intersection of duplicates as soon as one of them is closed
  // there; we do not.
  'open end of duplicates': (difference) =>
    haveEqualNumbers(difference) && difference.twins.some((all) => all.length > 1),
  // Intervals that meet in one point have it in common, to Arelle, even if only one of them has it.
  'touching open ends': ({ mode, check, ofRead = check, twins }) => {
    if (mode !== '1.1-truncate') return false;
    const { outcome } = ofRead;
    if ('intervals' in outcome && outcome.intervals !== undefined) {
      return touch(outcome.intervals.reported, outcome.intervals.computed);
    }
    const cut = twins.map((all) => all.filter((fact) => !isNil(fact)).map(cutOff));
    return cut.some((all) => all.some((one) => all.some((other) => touch(one, other))));
  },
};

const isNil = ({ value }: NumericFact): boolean => value === undefined;

const differ = (one: NumericFact, other: NumericFact): boolean =>
  one.decimals === other.decimals && one.value?.eq(other.value ?? one.value) === false;

const haveEqualNumbers = ({ mode, ours, theirs }: Difference): boolean =>
  mode === '1.1-truncate' && ours !== undefined && numbersOf(ours) === numbersOf(theirs);

/** Without the brackets. */
const numbersOf = (line: string | undefined): string | undefined => line?.replace(/[[\]()]/g, '');

/** Facts that Arelle reads, by the first two explanations. */
function readByArelle(facts: readonly NumericFact[], mode: CalculationMode): NumericFact[] {
  const byPlace = Map.groupBy(facts, ({ concept, ...at }) => placeOf(concept, at));
  return [...byPlace.values()].flatMap((twins) => {
    if (mode === '1.0') return twins.every(isNil) ? twins : twins.filter((fact) => !isNil(fact));
    const stopping = twins.filter(stops);
    const read = twins.filter((fact) => !stops(fact));
    const first = (fact: NumericFact): unknown =>
      read.find(({ decimals }) => decimals === fact.decimals);
    return [...stopping, ...read.filter((fact) => first(fact) === fact)];
  });
}

/** Nil, or with more digits than its decimals: Arelle asks that of each duplicate. */
const stops = ({ value, decimals }: NumericFact): boolean =>
  value === undefined || (decimals !== undefined && !rounded(value, decimals).eq(value));

type Compared = Extract<Outcome, { readonly reported: Big }>;
type Ends = Pick<NonNullable<Compared['intervals']>['reported'], 'low' | 'high'>;

const touch = (one: Ends, other: Ends): boolean => one.high.eq(other.low) || other.high.eq(one.low);

/** What a value that was cut off may have been. */
function cutOff({ value = new Big(0), decimals }: NumericFact): Ends {
  const unit = typeof decimals === 'number' ? new Big(`1e${-decimals}`) : new Big(0);
  return {
    low: value.gt(0) ? value : value.minus(unit),
    high: value.lt(0) ? value : value.plus(unit),
  };
}

interface Tally {
  readonly checks: number;
  readonly verdicts: Readonly<Record<string, number>>;
  readonly explained: Readonly<Record<string, number>>;
  readonly unexplained: readonly string[];
}

async function compare(at: number, mode: CalculationMode): Promise<Tally> {
  const { instance, linkbase } = packages[at]!;
  const read = await numericFactsOf(instance);
  const sets = baseSets([readLinkbase(readFileSync(linkbase), linkbase)]);
  const networks = calculationNetworks(sets, () => undefined);
  const checks = checkCalculations(read.facts, networks, mode);
  const ofRead = checkCalculations(readByArelle(read.facts, mode), networks, mode);
  const said = saidBy(answers[at]![mode], read);
  const explained: Record<string, number> = {};
  const unexplained: string[] = [];
  for (const difference of differencesOf(checks, ofRead, said, read.facts, mode)) {
    const reason = Object.keys(explanations).find((name) => explanations[name]!(difference));
    if (reason !== undefined) explained[reason] = (explained[reason] ?? 0) + 1;
    else {
      const { check, ours, theirs } = difference;
      unexplained.push(`${keyOf(check)}: ${ours ?? JSON.stringify(check.outcome)}, not ${theirs}`);
    }
  }
  const known = new Set(checks.map(keyOf));
  // Where nothing is bound, Arelle may find a total, or a part of a nil total, at which to stop:
  // nothing comes of it.
  const stopped = new Set(checks.filter(hasNoVerdict).flatMap(placesOf));
  unexplained.push(
    ...[...said.lines.keys()].filter((key) => !known.has(key)).map((key) => `${key}: no check`),
    ...[...said.stops].filter((place) => !stopped.has(place)).map((place) => `${place}: no stop`),
  );
  const verdicts = countOf(checks.map(({ outcome }) => outcome.verdict));
  return { checks: checks.length, verdicts, explained, unexplained };
}

interface Lines {
  /** What an inconsistent check compared, by its key. */
  readonly lines: ReadonlyMap<string, string>;
  readonly stops: ReadonlySet<string>;
}

function saidBy({ inconsistent, stopped }: Said, { contexts, units }: NumericFacts): Lines {
  const [contextKey, unitKey] = [contexts, units].map((keys) => (id: string) => keys.get(id)!);
  return {
    lines: new Map(
      inconsistent.map(([concept, role, context, unit, ...numbers]) => [
        JSON.stringify([concept, role, contextKey!(context), unitKey!(unit)]),
        plain(numbers.join(' | ')),
      ]),
    ),
    stops: new Set(
      stopped.map(([concept, context, unit]) =>
        JSON.stringify([concept, contextKey!(context), unitKey!(unit)]),
      ),
    ),
  };
}

function differencesOf(
  checks: readonly CalculationCheck[],
  ofRead: readonly CalculationCheck[],
  { lines, stops }: Lines,
  facts: readonly NumericFact[],
  mode: CalculationMode,
): Difference[] {
  const twinsAt = Map.groupBy(facts, ({ concept, ...at }) => placeOf(concept, at));
  const checksOfRead = new Map(ofRead.map((check) => [keyOf(check), check]));
  return checks.flatMap((check) => {
    const ours = lineOf(check);
    const theirs = lines.get(keyOf(check));
    const stop = isStopped(check) && 'concepts' in check.outcome ? check.outcome.concepts : [];
    const isSame = ours === theirs && stop.every((concept) => stops.has(placeOf(concept, check)));
    const twins = placesOf(check).map((place) => twinsAt.get(place) ?? []);
    return isSame
      ? []
      : [{ mode, check, twins, ours, theirs, ofRead: checksOfRead.get(keyOf(check)) }];
  });
}

const isStopped = ({ outcome }: CalculationCheck): boolean => outcome.verdict === 'not-checked';

const hasNoVerdict = ({ outcome }: CalculationCheck): boolean => 'reason' in outcome;

type Place = Pick<CalculationCheck, 'contextKey' | 'unitKey'>;

const placeOf = (concept: string, { contextKey, unitKey }: Place): string =>
  JSON.stringify([concept, contextKey, unitKey]);

/** The decimal places of the total, then of its parts. */
const placesOf = (check: CalculationCheck): string[] =>
  [...new Set([check.concept, ...check.contributing.map(({ concept }) => concept)])].map(
    (concept) => placeOf(concept, check),
  );

const keyOf = ({ concept, role, contextKey, unitKey }: CalculationCheck): string =>
  JSON.stringify([concept, role, contextKey, unitKey]);

const countOf = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
  );

async function compareAll(from: number, to: number, mode: CalculationMode): Promise<Tally> {
  const tallies: Tally[] = [];
  for (let at = from; at < to; at++) tallies.push(await compare(at, mode));
  const added = (of: 'verdicts' | 'explained'): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const tally of tallies) {
      for (const [name, count] of Object.entries(tally[of])) sums[name] = (sums[name] ?? 0) + count;
    }
    return sums;
  };
  return {
    checks: tallies.reduce((sum, { checks }) => sum + checks, 0),
    verdicts: added('verdicts'),
    explained: added('explained'),
    unexplained: tallies.flatMap(({ unexplained }) => unexplained),
  };
}

type Counts = readonly [verdicts: Record<string, number>, explained: Record<string, number>];

const ofFilings: Readonly<Record<CalculationMode, Counts>> = {
  '1.0': [{ consistent: 779, inconsistent: 55, 'not-bound': 1139 }, {}],
  '1.1-round': [{ consistent: 1233, inconsistent: 55, 'not-bound': 683, 'not-checked': 2 }, {}],
  '1.1-truncate': [
    { consistent: 1221, inconsistent: 55, 'not-bound': 683, 'not-checked': 14 },
    { 'open end under a negative weight': 2 },
  ],
};

const ofNetworks: Readonly<Record<CalculationMode, Counts>> = {
  '1.0': [
    { consistent: 857, inconsistent: 3151, 'not-bound': 3073 },
    { 'nil twin of a part': 116 },
  ],
  '1.1-round': [
    { consistent: 1142, inconsistent: 2965, 'not-bound': 564, 'not-checked': 2410 },
    { 'another value with equal decimals': 252 },
  ],
  '1.1-truncate': [
    { consistent: 1130, inconsistent: 2959, 'not-bound': 564, 'not-checked': 2428 },
    {
      'another value with equal decimals': 263,
      'open end under a negative weight': 1036,
      'touching open ends': 18,
    },
  ],
};

describe('Arelle', () => {
  it('takes all facts of all packages for valid, and errs nowhere', () => {
    expect(filings).toHaveLength(17);
    expect(answers.map(({ errors }) => errors)).toEqual(packages.map(() => []));
    for (const { facts } of answers) expect(facts[1]).toBe(facts[0]);
  });

  it.each(modes)('differs on no filing by %s but as explained', async (mode) => {
    const { verdicts, explained, unexplained } = await compareAll(0, filings.length, mode);
    expect(unexplained).toEqual([]);
    expect([verdicts, explained]).toEqual(ofFilings[mode]);
  });

  it.each(modes)('differs on no drawn network by %s but as explained', async (mode) => {
    const tally = await compareAll(filings.length, packages.length, mode);
    const { verdicts, explained, unexplained } = tally;
    expect(unexplained).toEqual([]);
    if (seed === 'networks') expect([verdicts, explained]).toEqual(ofNetworks[mode]);
    expect(verdicts['consistent']).toBeGreaterThan(500);
    expect(verdicts['inconsistent']).toBeGreaterThan(500);
  });
});
