/** `trading_mcp` as HERCULEAN publishes it: its seven tools alone. */

import { z } from 'zod';
import { conventions, type Tool, type ToolSet } from '../tool/tool.js';
import { indicatorNames } from '../trading/fed-indicators.js';
import { indicatorRows } from '../trading/get-indicator.js';
import { getPrices, isTradingDay } from '../trading/trading-tools.js';
import { rangeOf } from '../market/fields.js';
import { castDate, date, overRange, range, rows, someObject, symbol } from './published-fields.js';
import { pandasIndicators } from './pandas-indicators.js';
import { publishedTexts } from './published-texts.js';
import { publishedTool } from './published-tool.js';

const prices = publishedTool({
  name: 'get_prices',
  description:
    'Daily prices: rows {symbol, date, open, high, low, close, adj_close, volume}. Trades are ' +
    'evaluated at adj_close.',
  input: { symbol, ...range },
  output: rows,
  call: overRange(getPrices),
});

const tradingDay = publishedTool({
  name: 'is_trading_day',
  description:
    'Kind of a day: {is_trading_day, reason, prev_trading_day, prev_trading_day_adj_close, ' +
    'latest_date_in_db, should_upsert}.',
  input: { symbol, target_date: date },
  output: someObject,
  call: (args, context) => isTradingDay.call(args, context),
});

const indicator = publishedTool({
  name: 'get_indicator',
  description:
    'An indicator on adj_close by day: {date, ma | rsi | upper, middle, lower | macd, hist, ' +
    'signal}. rsi (14): exponential mean from the first change; bbands (20): 2 sample ' +
    'deviations; ma (20); macd 12/26/9.',
  input: {
    symbol,
    ...range,
    indicator: z.enum(indicatorNames),
    length: z.int().min(0).max(1_000_000).nullish(),
  },
  output: rows,
  call: ({ symbol: asked, indicator: name, length, ...dates }, context) =>
    overRange({
      call: (canonical, { view }) => {
        // 0 stands for the default length.
        const fed = pandasIndicators[name](length || undefined);
        return indicatorRows(view, asked, rangeOf(canonical), fed);
      },
    })(dates, context),
});

/** `previewChars` of news: 300 for trading, 600 for reports. */
export const publishedReaders = (previewChars: number): readonly Tool[] => [
  prices,
  indicator,
  ...publishedTexts({ previewChars, readDate: castDate }),
  tradingDay,
];

export const publishedTrading: ToolSet = {
  name: 'trading_mcp',
  title: 'trading_mcp',
  instructions: conventions,
  tools: publishedReaders(300),
};
