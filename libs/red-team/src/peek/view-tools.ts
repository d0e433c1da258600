/**
 * The market view itself as a tool set, so that what modules read is asked for the
 * future as tools are.
 */

import { z } from 'zod';
import { indicatorCatalogue, type IndicatorName, type MarketView } from '#market-view';
import { tool, type ToolSet } from '#tools';

const symbol = z.string();
const anything = z.unknown();

const namesOfSymbol = [
  'lastPrice',
  'lastBar',
  'lastTrade',
  'lastQuote',
  'isHalted',
  'corrections',
  'news',
  'filings',
  'fundamentals',
  'dividends',
  'splits',
] as const;

/** A method of the view that takes only a symbol. */
const ofSymbol = (name: (typeof namesOfSymbol)[number]) =>
  tool({
    name,
    title: name,
    description: `view.${name}(symbol)`,
    input: z.object({ symbol }),
    output: anything,
    call: (args, { view }) => view[name](args.symbol),
  });

/** An indicator that follows the cursor. */
const ofCloses = (
  name: string,
  of: (view: MarketView, symbol: string) => { readonly value: unknown },
) =>
  tool({
    name,
    title: name,
    description: `view.${name}(symbol, …)`,
    input: z.object({ symbol }),
    output: anything,
    call: (args, { view }) => of(view, args.symbol).value,
  });

export const viewTools: ToolSet = {
  name: 'view',
  title: 'The market view that agents hold',
  instructions: 'Each tool is a method of the view.',
  tools: [
    ...namesOfSymbol.map(ofSymbol),
    tool({
      name: 'closes',
      title: 'closes',
      description: 'view.closes(symbol, limit)',
      input: z.object({ symbol, limit: z.int().positive().default(1_000_000) }),
      output: anything,
      call: (args, { view }) => [...view.closes(args.symbol, args.limit)],
    }),
    tool({
      name: 'adjustedCloses',
      title: 'adjustedCloses',
      description: 'view.adjustedCloses(symbol, limit, {dividends: true})',
      input: z.object({ symbol, limit: z.int().positive().default(1_000_000) }),
      output: anything,
      call: (args, { view }) => [
        ...view.adjustedCloses(args.symbol, args.limit, { dividends: true }),
      ],
    }),
    tool({
      name: 'barsBetween',
      title: 'barsBetween',
      description: 'view.barsBetween(symbol)',
      input: z.object({ symbol }),
      output: anything,
      call: (args, { view }) => view.barsBetween(args.symbol).map((bar) => ({ ...bar })),
    }),
    tool({
      name: 'document',
      title: 'document',
      description: 'view.document(id)',
      input: z.object({ id: z.string() }),
      output: anything,
      call: (args, { view }) => view.document(args.id) ?? null,
    }),
    ...(['bars', 'rawBars'] as const).map((name) =>
      tool({
        name,
        title: name,
        description: `view.${name}(symbol, limit)`,
        input: z.object({ symbol, limit: z.int().positive().default(1_000_000) }),
        output: anything,
        call: (args, { view }) => {
          const { time, open, high, low, close, volume } = view[name](args.symbol, args.limit);
          return [time, open, high, low, close, volume].map((column) => [...column]);
        },
      }),
    ),
    ofCloses('sma', (view, name) => view.sma(name, 3)),
    ofCloses('smaCross', (view, name) => view.smaCross(name, 2, 5)),
    ofCloses('ema', (view, name) => view.ema(name, 3)),
    ofCloses('rsi', (view, name) => view.rsi(name, 3)),
    ofCloses('macd', (view, name) => view.macd(name, 3, 5, 2)),
    ofCloses('bollinger', (view, name) => view.bollinger(name, 3)),
    tool({
      name: 'indicator',
      title: 'indicator',
      description: 'view.indicator(name, symbol), for every name of the catalogue',
      input: z.object({ symbol }),
      output: anything,
      call: (args, { view }) =>
        indicatorCatalogue.map(
          ({ name }) => view.indicator(name as IndicatorName, args.symbol).value,
        ),
    }),
    tool({
      name: 'session',
      title: 'session',
      description: 'view.session and view.barCount(symbol)',
      input: z.object({ symbol }),
      output: anything,
      call: (args, { view }) => ({ session: view.session, bars: view.barCount(args.symbol) }),
    }),
  ],
};
