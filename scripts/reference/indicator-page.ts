/** The page of the indicators that `view.indicator` serves, from their catalogue. */

import { indicatorCatalogue, type IndicatorEntry } from '#market-view';

/** Markdown; one chapter an indicator, by name. */
export function indicatorPage(): string {
  const entries = [...indicatorCatalogue].sort((one, other) => (one.name < other.name ? -1 : 1));
  return [
    '# Indicators',
    '',
    'Written by `npm run docs` from `libs/market-view/src/indicators/catalogue/`; edit there.',
    '',
    ...introduction,
    '',
    '| name | what it is | reads | bars until the first value | bars it is computed from |',
    '| --- | --- | --- | --- | --- |',
    ...entries.map(
      ({ name, doc, reads, warmUp, window }) =>
        `| [\`${name}\`](#${name.toLowerCase()}) | ${doc} | ${reads.join(', ')} | ${warmUp} | ` +
        `${window} |`,
    ),
    ...entries.flatMap((entry) => ['', ...chapter(entry)]),
    '',
  ].join('\n');
}

const introduction = [
  'The five that agents use most have methods of their own and follow the tape bar by bar: ' +
    '`view.sma`, `view.ema`,',
  '`view.rsi`, `view.macd`, `view.bollinger` ([ADR 0004](../adr/0004-indicators.md)). Every ' +
    'other one is',
  '`view.indicator(name, symbol, options)`:',
  '',
  '```js',
  "const { value, missing } = view.indicator('atr', 'AAPL', { period: 10 });",
  "const bands = view.indicator('keltner', 'AAPL').value; // { middle, upper, lower }, or null",
  '```',
  '',
  '- **A function of the last bars.** The value is computed when it is read, from the last ' +
    'bars at the cursor: as many',
  '  as the table says, or all that are readable where they are fewer. It depends on these ' +
    'bars and the options alone:',
  '  not on when it was first asked for, on what came before, or on what the store keeps. An ' +
    'agent with a `history`',
  '  shorter than the window gets the value of the bars that it can read.',
  '- **Start.** Formulas that go on from their last value (Wilder’s smoothing, exponential ' +
    'averages) start at the',
  '  first bar of the window, which reaches so far back that the seed has less than 10⁻¹³ of ' +
    'the weight.',
  '- **Cost.** A read costs as much as its window is long, and bars between reads cost ' +
    'nothing: tens of microseconds',
  '  where the window is the warm-up, up to a millisecond where the formula starts far back. ' +
    'Reading twice at one bar',
  '  computes once.',
  '- **Prices** are those at which the run trades. Where that is the adjusted close, open, ' +
    'high and low are multiplied',
  '  by adjusted close / close. Volume is never adjusted.',
  '- **No value.** `value` is null before the warm-up is over, where a column that is read has ' +
    'a gap in the window (no',
  '  volume, say), and where the formula divides by zero. `missing` says which of these; it is ' +
    'null where there is a',
  '  value. Nothing is ever NaN or infinite.',
  '- **Options** are numbers. An unknown name, an unknown option or a value out of bounds is ' +
    'an `InvalidInput` error.',
  '- The formulas are those of `technicalindicators` 3.1.0, which is loaded when the first ' +
    'value is read. It rounds to',
  '  a precision that is set for the whole process; that setting is put back to none before ' +
    'each value.',
  '- All are tested against TA-Lib and numpy to 10⁻⁹, the candlestick patterns on bars drawn ' +
    'for each.',
  '- **Left out**: Renko bricks and the volume profile, which are no value at a bar; chart ' +
    'patterns and drawing tools.',
];

function chapter(entry: IndicatorEntry): string[] {
  const { name, doc, options, output, source, defects } = entry;
  const lines = [
    `## ${name}`,
    '',
    `${doc} Source: ${source}.`,
    '',
    ...Object.entries(options).map(
      ([option, { doc: what, default: value, min, max, integer }]) =>
        `- option \`${option}\` (${value}): ${what}; ${integer ? 'an integer' : 'a number'} from ` +
        `${min} to ${max}`,
    ),
    ...(typeof output === 'string'
      ? [`- value: ${output}`]
      : Object.entries(output).map(([member, what]) => `- value \`${member}\`: ${what}`)),
  ];
  if (defects.length === 0) return lines;
  return [...lines, '', 'Known:', '', ...defects.map((defect) => `- ${defect}`)];
}
