/** The tool set `trading_mcp`. */

import { conventions } from '../tool/conventions.js';
import { getFilingSection } from '../texts/get-filing-section.js';
import { getNewsById } from '../texts/get-news-by-id.js';
import { listFilings } from '../texts/list-filings.js';
import { listNews } from '../texts/list-news.js';
import type { ToolSet } from '../tool/tool.js';
import { getIndicator } from './get-indicator.js';
import { getPrices } from './get-prices.js';
import { isTradingDay } from './is-trading-day.js';
import { submitDecision } from './submit-decision.js';

export const tradingTools: ToolSet = {
  name: 'trading_mcp',
  title: 'Trading tools',
  instructions:
    `Prices, indicators, news and filings for one decision a session: BUY, SELL or HOLD. ${conventions} All ` +
    'evaluation is at adj_close.',
  tools: [
    getPrices,
    isTradingDay,
    listNews(300),
    getNewsById,
    listFilings,
    getFilingSection,
    getIndicator,
    submitDecision,
  ],
};
