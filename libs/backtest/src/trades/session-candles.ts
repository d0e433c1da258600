/**
 * The candles of a traded symbol, one a session, with the values of the agent's
 * indicators at its end.
 */

import { formatCivilDate, type CivilDate } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { relativeStrengthIndex } from '#market-view/indicators/running/relative-strength-index';
import { simpleMovingAverage } from '#market-view/indicators/running/simple-moving-average';
import type { Candle, ReportPrices } from '#report';
import type { RangedBars } from '../tape/bar-ranges.js';

/** Follows one agent over the bars of one symbol, those before its run as well. */
export class SessionCandles {
  private readonly followed: ReturnType<typeof indicatorsOf>;
  private readonly bars: Candle[] = [];
  private session: CivilDate = NaN;
  private open = NaN;
  private high = NaN;
  private low = NaN;
  private close = NaN;

  /** The candles drawn are of the sessions from `first` to `last`. */
  constructor(
    private readonly symbol: string,
    agent: AgentConfig,
    private readonly drawn: { readonly first: CivilDate; readonly last: CivilDate },
  ) {
    this.followed = indicatorsOf(agent);
  }

  /** Takes the next bars, session by session: there may be a thousand bars to one. */
  next(bars: Readonly<RangedBars>): void {
    for (let from = 0, to = 0; from < bars.count; from = to) {
      to = from + 1;
      while (to < bars.count && bars.date[to] === bars.date[from]) to++;
      this.nextOf(bars, from, to);
    }
  }

  /** Takes bars of one session. */
  private nextOf({ date, open, high, low, close }: RangedBars, from: number, to: number): void {
    if (date[from] !== this.session) this.begin(date[from]!, open[from]!);
    for (const { running, reach } of this.followed) {
      for (let row = Math.max(from, to - reach); row < to; row++) running.next(close[row]!);
    }
    for (let row = from; row < to; row++) {
      this.high = Math.max(this.high, high[row]!);
      this.low = Math.min(this.low, low[row]!);
    }
    this.close = close[to - 1]!;
  }

  prices(): ReportPrices {
    this.begin(NaN, NaN);
    const indicators = this.followed.map(({ label, levels }) => ({ label, levels }));
    return { symbol: this.symbol, bars: this.bars, indicators };
  }

  /** Keeps the candle of the session before. */
  private begin(date: CivilDate, open: number): void {
    const { session, high, low, close } = this;
    if (session >= this.drawn.first && session <= this.drawn.last) {
      const values = this.followed.map(({ running }) => running.value);
      this.bars.push({ date: formatCivilDate(session), open: this.open, high, low, close, values });
    }
    this.session = date;
    this.open = open;
    this.high = -Infinity;
    this.low = Infinity;
  }
}

/**
 * Indicators of the agent, before the first bar, and how many of the last closes their values
 * depend on. For other agents nothing is drawn.
 */
function indicatorsOf(agent: AgentConfig) {
  if (agent.kind === 'rsi-reversion') {
    const { length, enter, exit } = agent;
    const running = relativeStrengthIndex(length);
    return [{ label: `RSI of ${length}`, levels: [enter, exit], running, reach: Infinity }];
  }
  const lengths = agent.kind === 'sma-cross' ? [agent.fast, agent.slow] : [];
  return lengths.map((length) => {
    const running = simpleMovingAverage(length);
    return { label: `Mean of ${length}`, levels: null, running, reach: length };
  });
}
