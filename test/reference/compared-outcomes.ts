/** The first figure in which two outcomes of a world differ. */

import type { Outcome, World } from './world.js';

/** Relative; of money to the capital, where money is nearly spent. */
const tolerance = 1e-9;

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (items: readonly object[]): Row[] => items as unknown as Row[];

/** What differs first, or null: bars, fills, endings, marks, then metrics. */
export function firstDifference(world: World, product: Outcome, reference: Outcome): string | null {
  const { capital } = world;
  const byBar = ({ knownAt, symbol }: Row): string => `${String(knownAt)} ${String(symbol)}`;
  const byOrder = ({ at, order }: Row): string => `${String(at)} ${String(order)}`;
  const rows = (of: (outcome: Outcome) => readonly object[], key: (row: Row) => string) =>
    [product, reference].map((outcome) => sorted(rowsOf(of(outcome)), key)) as [Row[], Row[]];
  const scales = { cash: capital, equity: capital, fee: capital / 1e3 };
  const [productFills, referenceFills] = rows(({ fills }) => fills, byOrder);
  return (
    differs('bars', ...rows(({ bars }) => bars, byBar), {}) ??
    differs('fills', productFills, referenceFills, scales) ??
    differs('endings', ...rows(({ endings }) => endings, byOrder), {}) ??
    differs('marks', rowsOf(product.marks), rowsOf(reference.marks), scales) ??
    differs('metrics', [product.metrics], [reference.metrics], ratioScales(product, capital)) ??
    drawdownDiffers(world, product, reference) ??
    differs('trades', [product.trades], [reference.trades], {})
  );
}

/** Figures of returns over their deviation. */
const shapes = [
  'sharpe',
  'sortino',
  'skewness',
  'kurtosis',
  'sharpeStandardError',
  'probabilisticSharpe',
];

/**
 * Scales of metrics. Returns, drawdown and volatility are alike up to 10⁻¹², so that ratios to the
 * last two are alike only up to (1 + ratio) / divisor of that: a return of one bit over a drawdown
 * of 0.5 % is 10⁻¹¹.
 */
function ratioScales({ metrics }: Outcome, capital: number): Readonly<Record<string, number>> {
  const scale = (ratio: string, divisor: string): number =>
    (1e-3 * (1 + Math.abs(metrics[ratio] ?? 0))) / Math.min(metrics[divisor] || 1, 1);
  return {
    fees: capital / 1e3,
    calmar: scale('calmar', 'maxDrawdown'),
    ...Object.fromEntries(shapes.map((name) => [name, scale(name, 'annualisedVolatility')])),
  };
}

/** The page knows no drawdown within rounding, so that its moments say nothing. */
const noDrawdown = 64 * Number.EPSILON;

function drawdownDiffers(world: World, product: Outcome, reference: Outcome): string | null {
  const depths = [product, reference].map(({ drawdown }) => Number(drawdown?.['depth'] ?? NaN));
  if (depths.every((depth) => depth <= noDrawdown)) return null;
  const expected = drawdownOf(product, reference);
  const found: Row = { ...product.drawdown };
  // Either of two marks that are equal up to rounding is the first at the peak or at the bottom.
  const equity = new Map<unknown, number>(
    product.marks.flatMap(({ at, session, equity: of }) => [
      [at, of],
      [session, of],
    ]),
  );
  equity.set(null, world.capital);
  const isTie = (name: string): boolean =>
    isSame(equity.get(found[name]), equity.get(expected[name]), world.capital, {});
  // Either of two drawdowns that are equally deep up to rounding is the deepest.
  const [peak, bottom] = [equity.get(expected['from']), equity.get(expected['to'])].map(Number);
  const isOther = found['depth'] !== expected['depth'] && !isTie('to');
  if (isOther && isSame(1 - bottom! / peak!, found['depth'], 0, {})) return null;
  const ties = ['from', 'to'].filter(isTie).map((name) => [name, found[name]]);
  return differs('drawdown', [found], [{ ...expected, ...Object.fromEntries(ties) }], {});
}

/** The moments of the reference are dates for the product where only closes are marked. */
function drawdownOf(product: Outcome, { drawdown, marks }: Outcome): Row {
  if (!product.marks.every(({ session }) => session !== null)) return { ...drawdown };
  const dates = new Map(marks.map(({ at, session }) => [at, session]));
  return Object.fromEntries(
    Object.entries(drawdown ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? dates.get(value) : value,
    ]),
  );
}

const sorted = (rows: readonly Row[], key: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));

function differs(
  what: string,
  product: readonly Row[],
  reference: readonly Row[],
  scales: Readonly<Record<string, number>>,
): string | null {
  for (let index = 0; index < Math.max(product.length, reference.length); index++) {
    const ours = product[index];
    const theirs = reference[index];
    if (isSame(ours, theirs, 0, scales)) continue;
    const shown = (row: unknown): string => JSON.stringify(row) ?? 'none';
    return `${what}: product ${shown(ours)}, reference ${shown(theirs)}`;
  }
  return null;
}

function isSame(
  a: unknown,
  b: unknown,
  scale: number,
  scales: Readonly<Record<string, number>>,
): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b), scale);
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const one = a as Row;
  const other = b as Row;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isSame(one[key], other[key], scales[key] ?? 1e-3, scales),
  );
}
