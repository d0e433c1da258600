/** Writes a weekly report by the template. */

import type { WeeklyMetrics } from '#tools';
import { metricRows } from './metric-rows.js';
import type { Rating } from './report-header.js';
import { sectionTitles } from './section-titles.js';

export interface ReportParts {
  readonly symbol: string;
  readonly model: string;
  readonly rating: Rating;
  readonly metrics: WeeklyMetrics;
  /** The text of each section, in order; `plainTexts` where there is none. */
  readonly texts?: readonly string[];
}

/** Prices and percentages have 2 decimals, other numbers 4 at most. */
export function writeReport(parts: ReportParts): string {
  const { symbol, rating, metrics, texts = plainTexts(parts) } = parts;
  // A bar or a mark of emphasis would end the field; names of files hold none either.
  const model = parts.model.replace(/[|*`·•,;\n]/g, '_');
  const rows = metricRows.map((row) => `| ${row.label} | ${cellOf(row, metrics)} |`);
  const table = ['| Metric | Value |', '| --- | --- |', ...rows].join('\n');
  const sections = sectionTitles.flatMap((title, at) => [
    `## ${at + 1}. ${title}`,
    ...(at === 1 ? [`**Rating:** ${rating}`] : []),
    ...(at === 2 ? [table] : []),
    texts[at] ?? '',
  ]);
  return `${[
    `# ${symbol} Weekly Equity Research Report`,
    `**Symbol:** ${symbol} | **Model:** ${model} | **Week Ending:** ${metrics.week_end}`,
    `**Rating:** ${rating}`,
    ...sections,
  ].join('\n\n')}\n`;
}

function cellOf({ key, unit }: (typeof metricRows)[number], metrics: WeeklyMetrics): string {
  const value = metrics[key];
  if (value === null) return 'N/A';
  if (typeof value === 'string') return value;
  if (unit === '$') return dollars(value);
  if (unit === '%') return percent(value);
  return key === 'rsi_14' && metrics.rsi_class
    ? `${value.toFixed(2)} (${metrics.rsi_class})`
    : `${value}`;
}

const dollars = (value: number): string =>
  `$${value.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`;
const percent = (value: number): string => `${value.toFixed(2)}%`;

type Sentence = (value: number) => string;
const ifKnown = (value: number | null, sentence: Sentence): string =>
  value === null ? '' : sentence(value);
const joined = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

/** Plain sentences for the eight sections, from the metrics alone. */
export function plainTexts({ symbol, rating, metrics: m }: Omit<ReportParts, 'texts'>): string[] {
  return [
    joined(
      `${symbol} ended the week at ${dollars(m.week_close)}.`,
      ifKnown(m.weekly_return_pct, (by) => `Its weekly return was ${percent(by)}.`),
      `The rating is ${rating}.`,
    ),
    joined('The rating rests on the metrics of this report alone.', ...trendSentences(m)),
    joined(
      `The week opened at ${dollars(m.week_open)}.`,
      `Prices ranged from ${dollars(m.week_low)} to ${dollars(m.week_high)}.`,
      ifKnown(m.return_4week_pct, (by) => `The 4-week return was ${percent(by)}.`),
      ifKnown(m.rsi_14, (rsi) => `The RSI stood at ${rsi.toFixed(2)}, which is ${m.rsi_class}.`),
    ),
    'No news was read for this report, so it names no catalyst.',
    'No filing was read for this report, so it makes no statement about earnings.',
    sectorSentences(symbol, m),
    riskSentences(symbol, m),
    scenarioSentences(rating, m),
  ];
}

function trendSentences(m: WeeklyMetrics): string[] {
  return [
    m.price_vs_ma20 === null ? '' : `The close was ${m.price_vs_ma20} the 20-day average.`,
    m.momentum_short === null ? '' : `Short-term momentum was ${m.momentum_short}.`,
    m.macd_signal === null ? '' : `The MACD signal was ${m.macd_signal.replaceAll('_', ' and ')}.`,
  ];
}

function sectorSentences(symbol: string, m: WeeklyMetrics): string {
  if (m.sector_basket_return_1w_pct === null)
    return `There is no basket of peers to compare ${symbol} with.`;
  return joined(
    `The basket of ${m.benchmark_basket.join(', ')} returned ${percent(m.sector_basket_return_1w_pct)} over the week.`,
    ifKnown(
      m.relative_return_1w_pct,
      (by) => `The relative return of ${symbol} was ${percent(by)}.`,
    ),
    ifKnown(m.relative_return_4w_pct, (by) => `Over 4 weeks it was ${percent(by)}.`),
  );
}

function riskSentences(symbol: string, m: WeeklyMetrics): string {
  return joined(
    `${symbol} can fall for reasons that its past prices do not show.`,
    ifKnown(m.weekly_volatility, (by) => `Weekly volatility was ${percent(by)}.`),
    ifKnown(
      m.dist_from_52w_high_pct,
      (by) => `The distance from the 52-week high was ${percent(by)}.`,
    ),
    ifKnown(m.beta_60d, (beta) => `The beta to the basket of peers was ${beta}.`),
  );
}

function scenarioSentences(rating: Rating, m: WeeklyMetrics): string {
  return joined(
    `The recommendation for the coming week is ${rating}.`,
    ifKnown(
      m.resistance_20d,
      (at) =>
        `A close above the resistance at ${dollars(at)} would strengthen the case for buying.`,
    ),
    ifKnown(m.support_20d, (at) => `A close below the support at ${dollars(at)} would weaken it.`),
    'The rating is reviewed at the end of that week.',
  );
}
