/** A rule that writes each report from the metrics of its week alone: valid in form, plain in words. */

import type { ToolRule } from '#agents/work';
import type { WeeklyMetrics } from '#tools';
import type { Rating } from './money.js';
import { writeReport } from './report/write-report.js';
import { reportOf } from './week-measures.js';

/** Buys where price and momentum are both above their averages, sells where both are below, else holds. */
function ratingOf({ price_vs_ma20: price, momentum_short: momentum }: WeeklyMetrics): Rating {
  if (price === 'above' && momentum === 'up') return 'BUY';
  return price === 'below' && momentum === 'down' ? 'SELL' : 'HOLD';
}

export const reporter: ToolRule = ({ question, call }) => {
  const { symbol, date } = reportOf((question['task'] as { id: string }).id);
  const metrics = call('get_weekly_metrics', { symbol, target_date: date }) as WeeklyMetrics;
  const rating = ratingOf(metrics);
  const report = writeReport({ symbol, model: 'reporter', rating, metrics });
  call('submit_answer', { answer: { rating, report } });
};
