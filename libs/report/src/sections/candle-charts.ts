/**
 * The prices of the symbols that a run traded, as candles, with its trades and its
 * agent's indicators.
 */

import { fittingCandles, type Candle } from '../charts/candles.js';
import { readoutControl } from '../charts/curve-figure.js';
import { curveLegend, type ChartSign } from '../charts/curve-legend.js';
import { dateAxis, type DateAxis } from '../charts/date-axis.js';
import { formatFigure, formatQuantity } from '../words/figure-format.js';
import { aside, dataTable, figure, folded, text } from '../html/elements.js';
import type { SectionContext } from './group-section.js';
import { markup, type Html } from '../html/html.js';
import { lineChart, spacedGlyphs, type ChartGlyph, type ChartLine } from '../charts/line-chart.js';
import type { ReportPrices, ReportTrade } from '../input/report-input.js';
import type { RunView } from '../input/run-view.js';

/** A chart per symbol, as many as fit on the page; a sentence if prices are not at hand. */
export function candleCharts(view: RunView, context: SectionContext): Html | null {
  const { trades, prices } = view.marks;
  if (trades.length === 0) return null;
  if (prices.length === 0) {
    return aside('Prices are not drawn: no bars of them were at hand.');
  }
  const charts = prices
    .slice(0, context.budget.candleCharts)
    .map((load, at) => candleFigure(load(), view, { ...context, id: `r${view.number}-p${at}` }));
  const rest = prices.length - charts.length;
  const note =
    `Prices of ${rest} of ${prices.length} traded symbols are not drawn: the page has no room ` +
    'for more.';
  return markup`${charts}${rest > 0 && aside(note)}`;
}

const tones = ['tone-3', 'tone-5'] as const;

function candleFigure(
  { symbol, bars, indicators }: ReportPrices,
  { label, marks: { trades } }: RunView,
  { id, budget, currency }: SectionContext & { readonly id: string },
): Html {
  const { unit, candles } = fittingCandles(bars, budget.candles);
  const axis = dateAxis(candles.map(({ date }) => date));
  const signs = new TradeSigns(trades, symbol, axis);
  const glyphs = spacedGlyphs(signs, axis, budget.glyphColumns);
  const lines = indicators.map((_, at) => indicatorLine(candles, at));
  const shared = { axis, pointsMax: Math.max(4, candles.length), unit: 'money' } as const;
  const chart = lineChart({
    ...shared,
    id,
    title: `Prices of ${symbol} as ${label} traded it, ${currency}`,
    candles,
    description: `One candle a ${unit}, and ${signs.count} entries and exits. A table follows.`,
    lines: lines.filter((_, at) => indicators[at]!.levels === null),
    glyphs,
    height: 260,
    include: candles[0]?.close ?? 0,
  });
  const strips = indicators.map(({ label: title, levels }, at) => {
    if (levels === null) return markup``;
    const bounds = levels.map((level): ChartLine => {
      const positions = [0, candles.length - 1];
      return { tone: 'baseline', positions, values: Float64Array.of(level, level) };
    });
    const description = `levels ${levels.join(' and ')}`;
    const drawn = { ...shared, title, description, lines: [lines[at]!, ...bounds] };
    const strip = lineChart({ ...drawn, id: `${id}-${at}`, height: 90, include: 50 });
    return markup`<p class="chart-title">${title}: ${description}</p><div class="plot">${strip}</div>`;
  });
  const legend = indicators.map((each, at) => ({ label: each.label, tone: tones[at]! }));
  const caption = 'Prices of each candle, indicators at its end, and up to four trades';
  const table = dataTable(`Prices of ${symbol}`, caption, candles, [
    text('Last day', ({ date }) => date),
    figure('Open', ({ open }) => priceText(open)),
    figure('High', ({ high }) => priceText(high)),
    figure('Low', ({ low }) => priceText(low)),
    figure('Close', ({ close }) => priceText(close)),
    ...indicators.map((each, at) =>
      figure(each.label, ({ values }: Candle) => priceText(values[at]!)),
    ),
    text('Trades', (candle) => signs.wordsAt(candles.indexOf(candle))),
  ]);
  return markup`<figure class="curves">${curveLegend(legend, [...signs.kinds])}
${readoutControl(`${symbol}, ${label}`)}
<p class="chart-title">${symbol} by the ${unit}, ${currency} in shares of the end; what fell is filled</p>
<div class="plot">${chart}</div>${strips}
${folded(`Prices of ${symbol} as a table`, table)}</figure>`;
}

/** Starts where the indicator is known. */
function indicatorLine(candles: readonly Candle[], indicator: number): ChartLine {
  const all = candles.map(({ values }) => values[indicator] ?? null);
  const from = all.filter((value) => value === null).length;
  const positions = [...all.keys()].slice(from);
  const values = Float64Array.from(all.slice(from), Number);
  return { tone: tones[indicator]!, positions, values };
}

/** Trades of a candle that its row names. */
const namedTrades = 4;

/**
 * The signs of entries and exits of a symbol, one by one: a run may have hundreds of thousands, and
 * few are drawn.
 */
class TradeSigns {
  count = 0;
  readonly kinds = new Set<ChartSign>();
  private readonly words = new Map<number, Set<string>>();

  constructor(
    private readonly trades: Iterable<ReportTrade>,
    private readonly symbol: string,
    private readonly axis: DateAxis,
  ) {}

  /** Once: it counts what it passes. */
  *[Symbol.iterator](): Generator<ChartGlyph> {
    for (const trade of this.trades) {
      if (trade.symbol === this.symbol) yield* this.signsOf(trade);
    }
  }

  wordsAt(position: number): string {
    return [...(this.words.get(position) ?? [])].join('; ');
  }

  /** Entry and exit, if each has a place on the axis. */
  private *signsOf(trade: ReportTrade): Generator<ChartGlyph> {
    const { shares, entryPrice, exitPrice, profit, drawn } = trade;
    if (drawn === null) return;
    const side = Number(shares) > 0 ? 'long' : 'short';
    yield this.sign(side, drawn.entry, Number(entryPrice) * drawn.scale, () => `${side} entry`);
    if (drawn.exit === null) return;
    const kind = Number(profit) > 0 ? 'gain' : 'loss';
    const words = () => `profit ${formatFigure(Number(profit), 'money')}, exit`;
    yield this.sign(kind, drawn.exit, Number(exitPrice) * drawn.scale, words);
  }

  private sign(kind: ChartSign, date: string, value: number, words: () => string): ChartGlyph {
    const position = this.axis.positionOf(date);
    this.count++;
    this.kinds.add(kind);
    const named = this.words.get(position) ?? new Set();
    if (named.size < namedTrades) named.add(`${words()} at ${priceText(value)}`);
    this.words.set(position, named);
    return { kind, position, value };
  }
}

/** Six digits that count, for pennies and for thousands. */
function priceText(price: number | null): string {
  return price === null ? '' : formatQuantity(Number(price.toPrecision(6)), 8);
}
