/** What a weekly report states, read by the rules of HERCULEAN's evaluation server. */

/** Labels of the table of a report, and the metrics that they stand for. */
const metricsByLabel: ReadonlyMap<string, string> = new Map([
  ['week open', 'week_open'],
  ['week close', 'week_close'],
  ['weekly return', 'weekly_return_pct'],
  ['4-week return', 'return_4week_pct'],
  ['20-day ma', 'ma_20day'],
  ['price vs 20-day ma', 'price_vs_ma20'],
  ['weekly volatility', 'weekly_volatility'],
  ['distance from 52-week high', 'dist_from_52w_high_pct'],
  ['20-day support', 'support_20d'],
  ['20-day resistance', 'resistance_20d'],
  ['short-term momentum', 'momentum_short'],
  ['macd signal', 'macd_signal'],
  ['rsi (14)', 'rsi_14'],
  ['volume ratio (vs 20d avg)', 'volume_ratio'],
  ['chaikin money flow (20d)', 'cmf_20day'],
  ['sector basket return (1w)', 'sector_basket_return_1w_pct'],
  ['relative return (1w)', 'relative_return_1w_pct'],
  ['relative return (4w)', 'relative_return_4w_pct'],
  ['correlation (60d)', 'correlation_60d'],
  ['beta (60d)', 'beta_60d'],
]);
const context = ['support_20d', 'resistance_20d', 'volume_ratio', 'cmf_20day'];
const words = ['price_vs_ma20', 'momentum_short', 'macd_signal'];
const ratings = ['STRONG_SELL', 'SELL', 'HOLD', 'BUY', 'STRONG_BUY'];
const ratingWord = /\b(?:STRONG_BUY|STRONG_SELL|BUY|SELL|HOLD)\b/;

type Cell = number | string | null;

/** The published answer about the text of a report, without its place. */
export interface PublishedReport {
  readonly rating: string | null;
  /** From -2, strong sell, to 2, strong buy. */
  readonly rating_numeric: number | null;
  readonly metrics: Readonly<Record<string, Cell>>;
  readonly parse_warnings: readonly string[];
}

/** Rating and metrics of a report; whatever it lacks is in the warnings. */
export function publishedReport(text: string): PublishedReport {
  const lines = text.split(/\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/);
  const { rating, warnings } = ratingOf(text, lines);
  const metrics = new Map(lines.flatMap(metricIn));
  const missing = [...metricsByLabel.values()].filter((name) => !metrics.has(name));
  const required = missing.filter((name) => !context.includes(name));
  const other = missing.filter((name) => context.includes(name));
  return {
    rating,
    rating_numeric: rating === null ? null : ratings.indexOf(rating) - 2,
    metrics: Object.fromEntries(metrics),
    parse_warnings: [
      ...warnings,
      ...missingWarning('required', required),
      ...missingWarning('context', other),
    ],
  };
}

const missingWarning = (kind: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`missing ${kind} metrics in table: [${names.map((name) => `'${name}'`).join(', ')}]`];

/** The first rating behind a colon in a line about the rating, else the first one of the text. */
function ratingOf(text: string, lines: readonly string[]) {
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0 || !line.toLowerCase().includes('rating')) continue;
    const [rating] = ratingWord.exec(line.slice(colon + 1)) ?? [];
    if (rating !== undefined) return { rating, warnings: [] };
  }
  const [rating = null] = ratingWord.exec(text) ?? [];
  const warning = 'rating extracted from body (no explicit Rating: line)';
  return { rating, warnings: rating === null ? [] : [warning] };
}

/** The metric of a row of two cells; none in any other line. */
function metricIn(line: string): [string, Cell][] {
  const [before, label, cell, after, ...others] = line.split('|');
  if (label === undefined || !cell || after === undefined || others.length > 0) return [];
  if (before?.trim() !== '' || after.trim() !== '') return [];
  const name = metricsByLabel.get(label.trim().toLowerCase());
  return name === undefined ? [] : [[name, cellValue(name, cell.trim())]];
}

function cellValue(name: string, cell: string): Cell {
  const lower = cell.toLowerCase();
  if (words.includes(name)) return lower || null;
  if (cell === '' || cell === '-' || isMissing(lower)) return null;
  // `50.8 (neutral)` has its number in front.
  const front = name === 'rsi_14' ? numberOf(/^[-+0-9.]+/.exec(cell)?.[0] ?? '') : undefined;
  return front ?? numberOf(cell.replace(/[$,%×x]/g, '').trim()) ?? cell;
}

const isMissing = (lower: string): boolean =>
  lower === 'n/a' || /^n\/a[ (]/.test(lower) || lower.includes('no peers');

const numberOf = (text: string): number | undefined =>
  /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
