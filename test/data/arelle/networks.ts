/**
 * Calculation networks drawn from a seed, with facts that agree, nearly agree, or are filed badly.
 */

import { seededRandom, type SeededRandom } from '#values';

/** Texts of an instance and of its calculation linkbase. */
export interface NetworkPackage {
  readonly instance: string;
  readonly linkbase: string;
}

interface Arc {
  readonly from: string;
  readonly to: string;
  readonly weight: string;
}

type Places = number | 'INF';

/** Values are whole numbers of 10^-8. */
const scale = 8;
const weights = ['1', '1', '1', '1', '1.0', '-1', '-1', '-1.00', '0.5', '2', '0.25', '-0.5'];
/** `s` and `s2` are equal, as are `usd` and `usd2`; `m` and `o` have a member. */
const contexts = ['s', 's', 's', 's2', 'm', 'o'];
const units = ['usd', 'usd', 'usd2', 'pure'];

/**
 * Packages with `each` networks, of one to three roles; each network has its own
 * concepts and contexts.
 */
export function networkPackages(seed: string, count: number, each: number): NetworkPackage[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(`${seed} ${index}`);
    const networks = Array.from({ length: each }, (_, network) =>
      drawNetwork(random, `N${network}`),
    );
    return {
      instance: instanceText(networks.map(({ facts }) => facts)),
      linkbase: linkbaseText(networks.map(({ links }) => links)),
    };
  });
}

function drawNetwork(random: SeededRandom, name: string): { facts: string; links: string } {
  const roles = 1 + random.below(3);
  const trees = Array.from({ length: roles }, () => drawTree(random, name));
  const links = trees.map((arcs, role) => linkText(`http://e.g/${name}/${role}`, arcs, random));
  const facts = drawFacts(random, trees.flat());
  return { facts: facts.join(''), links: links.join('') };
}

/** Each concept but the first under an earlier one; roles of a network share their concepts. */
function drawTree(random: SeededRandom, name: string): Arc[] {
  const size = 2 + random.below(7);
  return Array.from({ length: size - 1 }, (_, index) => ({
    from: `${name}x${random.below(Math.min(index + 1, 4))}`,
    to: `${name}x${index + 1}`,
    weight: pick(random, weights),
  }));
}

function linkText(role: string, arcs: readonly Arc[], random: SeededRandom): string {
  const names = new Set(arcs.flatMap(({ from, to }) => [from, to]));
  const locators = [...names].map(
    (name) => `<loc xlink:type="locator" xlink:href="t.xsd#t_${name}" xlink:label="${name}"/>`,
  );
  const lines = arcs.flatMap((arc, index) => {
    const written = arcText(arc, index + 1);
    const chance = random.below(40);
    if (chance === 0) return [written, arcText(arc, index + 50)];
    if (chance === 1) return [written, arcText(arc, index + 1, ' use="prohibited" priority="1"')];
    return [written];
  });
  const content = [...locators, ...lines].join('');
  return (
    '<calculationLink xlink:type="extended" ' +
    `xlink:role="${role}">${content}</calculationLink>\n`
  );
}

const arcText = ({ from, to, weight }: Arc, order: number, more = ''): string =>
  `<calculationArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/summation-item"
    xlink:from="${from}" xlink:to="${to}" weight="${weight}" order="${order}"${more}/>\n`;

/**
 * From the leaves up, in two contexts and units: what a total is filed as hangs on what
 * its parts were.
 */
function drawFacts(random: SeededRandom, arcs: readonly Arc[]): string[] {
  const names = [...new Set(arcs.flatMap(({ from, to }) => [from, to]))].toSorted(byNumber);
  return Array.from({ length: 2 }).flatMap(() => {
    const at = { context: pick(random, contexts), unit: pick(random, units) };
    const places = pick<Places>(random, [-6, -5, -4, -3, -3, -2, -1, 0, 0, 1, 2, 3, 4, 'INF']);
    const values = new Map<string, bigint>();
    return names.toReversed().flatMap((name) => {
      if (random.below(8) === 0) return [];
      const own = random.below(3) > 0 ? places : near(random, places);
      const value = valueOf(random, partsOf(name, arcs, values), own);
      values.set(name, value);
      return drawTwins(random, name, value, own, at);
    });
  });
}

const byNumber = (one: string, other: string): number =>
  Number(one.split('x')[1]) - Number(other.split('x')[1]);

const near = (random: SeededRandom, places: Places): Places =>
  places === 'INF' ? random.below(3) : Math.max(-6, Math.min(4, places + random.below(5) - 2));

/** The weighted sum of a total's first role; undefined without parts. */
function partsOf(
  name: string,
  arcs: readonly Arc[],
  values: ReadonlyMap<string, bigint>,
): bigint | undefined {
  const own = arcs.filter(({ from, to }) => from === name && values.has(to));
  if (own.length === 0) return undefined;
  return own.reduce(
    (sum, { to, weight }) => sum + (values.get(to)! * hundredths(weight)) / 100n,
    0n,
  );
}

const hundredths = (weight: string): bigint => BigInt(Math.round(Number(weight) * 100));

/**
 * To its places, of ten times one with more digits than those; a total is off by a few units
 * every third time.
 */
function valueOf(random: SeededRandom, sum: bigint | undefined, places: Places): bigint {
  const unit = 10n ** BigInt(scale - (places === 'INF' ? 4 : places));
  const off = random.below(3) > 0 ? 0n : BigInt(random.below(7) - 3);
  const base = sum ?? BigInt(random.below(200_000) - 60_000) * (places === 'INF' ? 7n : unit);
  const excess = random.below(40) === 0 ? (unit / 10n) * BigInt(random.below(10)) : 0n;
  const nearest = places === 'INF' && sum !== undefined ? base : (base / unit) * unit;
  return nearest + off * unit + excess;
}

interface At {
  readonly context: string;
  readonly unit: string;
}

/**
 * A fact, sometimes with a duplicate: the same, another value, other decimals, or nil;
 * sometimes nil alone.
 */
function drawTwins(
  random: SeededRandom,
  name: string,
  value: bigint,
  places: Places,
  at: At,
): string[] {
  const first = factText(name, at, value, places);
  switch (random.below(60)) {
    case 0:
      return [nilText(name, at)];
    case 1:
      return [first, nilText(name, at)];
    case 2:
      return [first, factText(name, at, value, places)];
    case 3:
      return [first, factText(name, at, value + 10n ** BigInt(scale), places)];
    case 4:
    case 5:
      return [first, coarser(random, name, value, places, at)];
    case 6:
      // A total of 0 with a precision is what Arelle cannot take the logarithm of.
      if (value === 0n) return [first];
      return [factText(name, at, value, `precision="${1 + random.below(9)}"`)];
    default:
      return [first];
  }
}

function coarser(
  random: SeededRandom,
  name: string,
  value: bigint,
  places: Places,
  at: At,
): string {
  const fewer = (places === 'INF' ? 4 : places) - 1 - random.below(3);
  const unit = 10n ** BigInt(scale - fewer);
  const cut = (value / unit) * unit;
  return factText(name, at, random.below(2) === 0 ? cut : cut + unit, fewer);
}

function factText(
  name: string,
  { context, unit }: At,
  value: bigint,
  accuracy: Places | string,
): string {
  const stated =
    typeof accuracy === 'string' && accuracy !== 'INF' ? accuracy : `decimals="${accuracy}"`;
  return (
    `<t:${name} contextRef="${context}" unitRef="${unit}" ` +
    `${stated}>${decimalText(value)}</t:${name}>\n`
  );
}

const nilText = (name: string, { context, unit }: At): string =>
  `<t:${name} contextRef="${context}" unitRef="${unit}" xsi:nil="true"/>\n`;

function decimalText(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  const whole = `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const pick = <T>(random: SeededRandom, from: readonly T[]): T => from[random.below(from.length)]!;

function contextText(id: string, member = ''): string {
  const segment =
    member === ''
      ? ''
      : `<segment><d:explicitMember dimension="t:Axis">t:${member}</d:explicitMember></segment>`;
  return `<context id="${id}"><entity><identifier scheme="urn:cik">1</identifier>${segment}</entity>
<period><startDate>2023-01-01</startDate><endDate>2023-12-31</endDate></period></context>\n`;
}

function instanceText(facts: readonly string[]): string {
  const head = `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:d="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:t="http://e.g/t">\n`;
  const all = [
    contextText('s') + contextText('s2') + contextText('m', 'One') + contextText('o', 'Other'),
    ...[
      ['usd', 'iso4217:USD'],
      ['usd2', 'iso4217:USD'],
      ['pure', 'pure'],
    ].map(([id, measure]) => `<unit id="${id}"><measure>${measure}</measure></unit>\n`),
    ...facts,
  ];
  return `${head}${all.join('')}</xbrl>`;
}

const linkbaseText = (links: readonly string[]): string =>
  `<linkbase xmlns="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">
${links.join('')}</linkbase>`;
