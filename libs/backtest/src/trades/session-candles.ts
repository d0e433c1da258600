/**
 * The candles of a traded symbol, one a session, with the values of the agent's
 * indicators at its end.
 */

import { formatCivilDate, type CivilDate } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { relativeStrengthIndex } from '#market-view/indicators/running/relative-strength-index';
import { simpleMovingAverage } from '#market-view/indicators/running/simple-moving-average';
import type { Candle, ReportPrices } from '#report';
import type { RangedBar } from '../tape/bar-ranges.js';

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

  /** By index and without objects: it goes over all bars, for each run that is drawn. */
  next({ date, open, high, low, close }: Readonly<RangedBar>): void {
    const { followed } = this;
    // There may be a thousand bars to a session.
    if (date !== this.session) this.begin(date, open);
    for (let index = 0; index < followed.length; index++) followed[index]!.running.next(close);
    this.high = Math.max(this.high, high);
    this.low = Math.min(this.low, low);
    this.close = close;
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

/** Indicators of the agent, before the first bar. For other agents nothing is drawn. */
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
