/** Heikin-Ashi candles, and the candlestick patterns that the library gets right. */

import type { IndicatorLibrary, TradeBar } from '../running/library.js';
import { formula } from './entry.js';

/** Its open forgets half of its past at each bar. */
const heikinAshiWindow = 60;

const heikinAshi = formula({
  doc: 'The last Heikin-Ashi candle: averages of the bar and of the candle before it.',
  reads: ['open', 'high', 'low', 'close'],
  options: {},
  output: { open: 'price', high: 'price', low: 'price', close: 'price' },
  warmUp: '1',
  window: `${heikinAshiWindow}`,
  source:
    'D. Valcu, Using the Heikin-Ashi Technique (2004); the first open is the mean of open and ' +
    'close',
  defects: [],
  bars: () => ({ warmUp: 1, window: heikinAshiWindow }),
  start(library) {
    const running = new library.HeikinAshi({ open: [], high: [], low: [], close: [] });
    return (bar) => {
      const { open, high, low, close } = running.nextValue(bar) as TradeBar;
      return { open, high, low, close };
    };
  },
});

/** Each pattern with what the bars must show; “about equal” is within 0.1% of the price. */
const patterns = {
  doji: 'open and close about equal, with both shadows or none',
  dragonflyDoji: 'a doji at its high, with a lower shadow',
  gravestoneDoji: 'a doji at its low, with an upper shadow',
  bullishMarubozu: 'a rising bar without shadows',
  bearishMarubozu: 'a falling bar without shadows',
  bullishEngulfing: 'a falling body inside the rising one after it',
  bearishEngulfing: 'a rising body inside the falling one after it',
  bullishHarami: 'a body inside the falling one before it',
  bearishHarami: 'a body inside the rising one before it',
  bullishHaramiCross: 'a bullish harami whose second bar opens and closes about equal',
  bearishHaramiCross: 'a bearish harami whose second bar opens and closes about equal',
  piercingLine: 'a rising bar that opens below a falling one and closes above its middle',
  darkCloudCover: 'a falling bar that opens above a rising one and closes below its middle',
  morningStar:
    'a falling bar, one below it, and a rising one that closes above the middle of the first',
  eveningStar:
    'a rising bar, one above it, and a falling one that closes below the middle of the first',
  morningDojiStar: 'a morning star whose second bar is a doji',
  eveningDojiStar: 'an evening star whose second bar is a doji',
  abandonedBaby: 'a falling bar, a doji below it with gaps on both sides, and a rising bar',
  downsideTasukiGap: 'two falling bars with a gap, and a rising one that closes inside it',
  threeWhiteSoldiers: 'three rising bars, each higher and opened below the close before it',
  threeBlackCrows: 'three falling bars, each lower and opened inside the body before it',
} as const;

export type CandlestickPattern = keyof typeof patterns;

/** The library’s functions end in “pattern” for two of them. */
function functionOf(pattern: string): Lowercase<string> {
  const name = pattern.toLowerCase() as Lowercase<string>;
  return name.endsWith('engulfing') ? (`${name}pattern` as Lowercase<string>) : name;
}

const barsMax = 3;

const candlesticks = formula({
  doc:
    'Candlestick patterns that the last bars show: 1 for each that they do, 0 for each that they ' +
    'do not.',
  reads: ['open', 'high', 'low', 'close'],
  options: {},
  output: patterns,
  warmUp: `${barsMax}`,
  window: `${barsMax}`,
  source: 'S. Nison, Japanese Candlestick Charting Techniques (2001)',
  defects: [
    '“About equal” is within 0.1% of the price, not a share of the bar’s range: on short bars ' +
      'nearly every bar is a doji.',
    'No pattern looks at the trend before it, and stars do not look at the size of their ' +
      'second body.',
    'The second body of a bullish harami may close above the first open, as long as its high ' +
      'stays below the first.',
    'A piercing line may close above the open of the first bar, which makes it an engulfing ' +
      'pattern as well.',
    'The second and third of three white soldiers may open below the body before them.',
    'Left out: hammers, inverted hammers, hanging man and shooting star (a shadow of half the ' +
      'body suffices, a quarter of what it should be), spinning tops (each holds for nearly ' +
      'every bar of the other color), and tweezers (two equal prices to the last bit, whatever ' +
      'the bodies).',
  ],
  bars: () => ({ warmUp: barsMax, window: barsMax }),
  start(library) {
    const bars: TradeBar[] = [];
    return (bar) => {
      bars.push(bar);
      return bars.length < barsMax ? undefined : patternsOf(library, bars);
    };
  },
});

function patternsOf(library: IndicatorLibrary, bars: readonly TradeBar[]): Record<string, 0 | 1> {
  const column = (name: 'open' | 'high' | 'low' | 'close') => bars.map((bar) => bar[name]);
  const columns = {
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
  };
  return Object.fromEntries(
    Object.keys(patterns).map((name) => [name, library[functionOf(name)]?.(columns) ? 1 : 0]),
  );
}

export const candleFormulas = { heikinAshi, candlesticks };
