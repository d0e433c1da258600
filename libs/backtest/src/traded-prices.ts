/** What a report draws of the symbols that a run traded: candles, and what its agent decided by. */

import { formatCivilDate } from '#values';
import type { AgentConfig } from '#contracts/scenario';
import { relativeStrengthIndex } from '#market-view/indicators/relative-strength-index';
import { simpleMovingAverage } from '#market-view/indicators/simple-moving-average';
import type { ReportRun, ReportTrade } from '#report';
import type { BarRanges } from './bar-ranges.js';
import type { MeasuredRun } from './measured-run.js';

/** Of each symbol with bars that was traded in `rows`. */
export function tradedPrices(
  { plan, performance: { dates } }: MeasuredRun,
  rows: readonly ReportTrade[],
  ranges: ReadonlyMap<string, BarRanges>,
): ReportRun['prices'] {
  const symbols = new Set(rows.flatMap(({ symbol, drawn }) => (drawn ? [String(symbol)] : [])));
  return [...symbols].map((symbol) => () => {
    const { opens, highs, lows, closes, dates: sessions } = ranges.get(symbol)!;
    const followed = indicatorsOf(plan.agent);
    const bars = closes.flatMap((close, at) => {
      for (const { running } of followed) running.next(close);
      const session = sessions[at]!;
      if (session < dates[0]! || session > dates.at(-1)!) return [];
      const [open, high, low] = [opens[at]!, highs[at]!, lows[at]!];
      const values = followed.map(({ running }) => running.value);
      return [{ date: formatCivilDate(session), open, high, low, close, values }];
    });
    return { symbol, bars, indicators: followed.map(({ label, levels }) => ({ label, levels })) };
  });
}

/** What an agent decides by, as it is before the first bar. Of other agents nothing is drawn. */
function indicatorsOf(agent: AgentConfig) {
  if (agent.kind === 'rsi-reversion') {
    const { length, enter, exit } = agent;
    const running = relativeStrengthIndex(length);
    return [{ label: `RSI of ${length}`, levels: [enter, exit], running }];
  }
  const lengths = agent.kind === 'sma-cross' ? [agent.fast, agent.slow] : [];
  return lengths.map((length) => {
    return { label: `Mean of ${length}`, levels: null, running: simpleMovingAverage(length) };
  });
}
