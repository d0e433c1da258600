/**
 * Writes a weekly report by the template from nothing but the metrics: valid in form,
 * plain in words.
 */

import type { ToolRule } from '#agents/seat/work';
import type { WeeklyMetrics } from '#tools';
import { metricRows } from './metric-rows.js';
import type { Rating } from './money.js';
import { reportOf } from './week-measures.js';
import { sectionTitles } from './section-titles.js';

interface ReportParts {
  readonly symbol: string;
  readonly model: string;
  readonly rating: Rating;
  readonly metrics: WeeklyMetrics;
}

/** Texts of the eight sections; a sentence with a metric that is null is left out. */
const texts = [
  '{symbol} ended the week at {week_close}. The weekly return was {weekly_return_pct}. The ' +
    'rating is {rating}.',
  'The rating rests on the metrics of this report alone. The close was {price_vs_ma20} the ' +
    '20-day average. Short-term momentum was {momentum_short}. The MACD signal was {macd_signal}.',
  'The week opened at {week_open}, and prices ranged from {week_low} to {week_high}. ' +
    'The 4-week return was {return_4week_pct}. The RSI was {rsi_14}.',
  'No news was read for this report, so it names no catalyst.',
  'No filing was read for this report, so it makes no statement about earnings.',
  'The peers of {symbol} are {benchmark_basket}. ' +
    'Their basket returned {sector_basket_return_1w_pct} over the week. ' +
    'The relative return was {relative_return_1w_pct} over the week and {relative_return_4w_pct} ' +
    'over 4 weeks. Sector values that the table shows as N/A are not known.',
  '{symbol} can fall for reasons that its past prices do not show. Weekly volatility was ' +
    '{weekly_volatility}. The distance from the 52-week high was {dist_from_52w_high_pct}. The ' +
    'beta to the basket of peers was {beta_60d}.',
  'The recommendation for the coming week is {rating}. ' +
    'A close above the resistance at {resistance_20d} would strengthen the case for buying. ' +
    'A close below the support at {support_20d} would weaken it. The rating is reviewed at the ' +
    'end of that week.',
];

/** The report in Markdown. Prices and percentages have 2 decimals, other numbers 4 at most. */
export function writeReport({ symbol, rating, metrics, ...parts }: ReportParts): string {
  // A bar or a mark of emphasis would end the field; names of files hold none either.
  const model = parts.model.replace(/[|*`·•,;\n]/g, '_');
  const words = { symbol, rating, ...metrics };
  const rows = metricRows.map(({ key, label }) => `| ${label} | ${written(key, words) ?? 'N/A'} |`);
  const table = `| Metric | Value |\n| --- | --- |\n${rows.join('\n')}`;
  const beside = ['', `**Rating:** ${rating}`, table];
  const sections = sectionTitles.map((title, at) => {
    const sentences = texts[at]!.split(/(?<=\.) /).map((sentence) => {
      const pieces = sentence.split(/[{}]/);
      const filled = pieces.map((piece, at) => (at % 2 ? written(piece, words) : piece));
      return filled.includes(undefined) ? '' : filled.join('');
    });
    const text = sentences.filter(Boolean).join(' ');
    return [`## ${at + 1}. ${title}`, beside[at], text].filter(Boolean).join('\n\n');
  });
  const title = `# ${symbol} Weekly Equity Research Report`;
  const header =
    `**Symbol:** ${symbol} | **Model:** ${model} | **Week ` + `Ending:** ${metrics.week_end}`;
  return `${[title, header, `**Rating:** ${rating}`, ...sections].join('\n\n')}\n`;
}

/** A metric as its cell in the table shows it; undefined for null and an empty list. */
function written(key: string, words: Pick<ReportParts, 'symbol' | 'rating'> & WeeklyMetrics) {
  const value = words[key as keyof typeof words];
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : undefined;
  if (typeof value !== 'number') return typeof value === 'string' ? value : undefined;
  const unit = metricRows.find((row) => row.key === key)?.unit ?? '$';
  if (unit === '%') return `${value.toFixed(2)}%`;
  if (unit === '$') return `$${value.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`;
  return key === 'rsi_14' ? `${value.toFixed(2)} (${words.rsi_class})` : String(value);
}

/**
 * Buys where price and momentum are both above their averages, sells where both are
 * below, else holds.
 */
function ratingOf({ price_vs_ma20: price, momentum_short: momentum }: WeeklyMetrics): Rating {
  if (price === 'above' && momentum === 'up') return 'BUY';
  return price === 'below' && momentum === 'down' ? 'SELL' : 'HOLD';
}

/** A rule that writes each report from the metrics of its week. */
export const reporter: ToolRule = ({ question, call }) => {
  const { symbol, date } = reportOf((question['task'] as { id: string }).id);
  const metrics = call('get_weekly_metrics', { symbol, target_date: date }) as WeeklyMetrics;
  const rating = ratingOf(metrics);
  const report = writeReport({ symbol, model: 'reporter', rating, metrics });
  call('submit_answer', { answer: { rating, report } });
};
