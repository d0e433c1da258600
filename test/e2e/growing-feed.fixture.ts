/**
 * A feed that any test can extend: a file of bars of two coins, which grows line by line, and a
 * scenario on it.
 */

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const minuteMs = 60_000;
const symbols = ['AAA', 'BBB'];

const description = `name: coins
calendar: 24/7
currency: USD
symbols: [${symbols.join(', ')}]
feed:
  kind: file
  path: coins.jsonl
  everyMs: 100
  mappings:
    - kind: bar
      fields: { symbol: s, start: t, minutes: '=1', open: o, high: h, low: l, close: c, volume: v }
`;

export class GrowingFeed {
  /** The register, for TAPEFOLD_FEEDS or `--feeds`: one feed, `coins`. */
  readonly register: string;
  private readonly startMs = Math.floor(Date.now() / minuteMs) * minuteMs;
  private readonly bars: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.register = join(folder, 'feeds.yaml');
    this.bars = join(folder, 'coins.jsonl');
    writeFileSync(this.register, 'coins: ./coins.yaml\n');
    writeFileSync(join(folder, 'coins.yaml'), description);
    writeFileSync(this.bars, '');
  }

  /** Appends the bars of these minutes, counted from 100 minutes before the feed was made. */
  append(from: number, to: number): void {
    for (let minute = from; minute < to; minute++) {
      const t = this.startMs + (minute - 100) * minuteMs;
      for (const [at, s] of symbols.entries()) {
        const c = 100 + 10 * Math.sin(minute / 3 + at);
        const bar = { s, t, o: c, h: c + 1, l: c - 1, c, v: 10 };
        appendFileSync(this.bars, `${JSON.stringify(bar)}\n`);
      }
    }
  }

  /** Follows the feed from today on, until it is ended; rule agents of two kinds. */
  scenario(name: string): object {
    return {
      name,
      data: 'coins',
      window: { from: new Date(this.startMs).toISOString().slice(0, 10), to: 'open' },
      symbols,
      execution: 'close',
      agents: [
        { id: 'hold', kind: 'buy-and-hold' },
        { id: 'cross', kind: 'sma-cross', fast: 2, slow: 5 },
      ],
    };
  }
}
