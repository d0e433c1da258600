/** The market view itself as a tool set, so that what modules read is asked for the future as tools are. */

import { z } from 'zod';
import { tool, type ToolSet } from '#tools';

const symbol = z.string();
const anything = z.unknown();

/** A method of the view that takes a symbol alone. */
const ofSymbol = (
  name: 'lastPrice' | 'lastBar' | 'news' | 'filings' | 'fundamentals' | 'dividends' | 'splits',
) =>
  tool({
    name,
    title: name,
    description: `view.${name}(symbol)`,
    input: z.object({ symbol }),
    output: anything,
    call: (args, { view }) => view[name](args.symbol),
  });

export const viewTools: ToolSet = {
  name: 'view',
  title: 'The market view that agents hold',
  instructions: 'Each tool is a method of the view.',
  tools: [
    ...(
      ['lastPrice', 'lastBar', 'news', 'filings', 'fundamentals', 'dividends', 'splits'] as const
    ).map(ofSymbol),
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
    tool({
      name: 'sma',
      title: 'sma',
      description: 'view.sma(symbol, 3)',
      input: z.object({ symbol }),
      output: anything,
      call: (args, { view }) => view.sma(args.symbol, 3).value,
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
