/** The tool set `hedging_mcp`. */

import { getFilingSection } from '../texts/get-filing-section.js';
import { getNewsById } from '../texts/get-news-by-id.js';
import { listFilings } from '../texts/list-filings.js';
import { listNews } from '../texts/list-news.js';
import type { ToolSet } from '../tool/tool.js';
import { conventions } from '../tool/conventions.js';
import { applyPairAction } from './apply-pair-action.js';
import { getCommonTradingDates } from './get-common-trading-dates.js';
import { getLegPrices } from './get-leg-prices.js';
import { getPairPrices } from './get-pair-prices.js';
import { getStockPool } from './get-stock-pool.js';
import { isPairTradingDay } from './is-pair-trading-day.js';
import { submitHedgingDecision } from './submit-hedging-decision.js';

export const hedgingTools: ToolSet = {
  name: 'hedging_mcp',
  title: 'Hedging tools',
  instructions:
    'Prices, news and filings for one decision a session on a pair of symbols that is chosen once, on the first day: ' +
    `LONG_SHORT, SHORT_LONG, HOLD or CLOSE. ${conventions} All evaluation is at adj_close; the position of the pair ` +
    'is kept by the system.',
  tools: [
    getStockPool,
    getCommonTradingDates,
    isPairTradingDay,
    getLegPrices,
    getPairPrices,
    listNews(300),
    getNewsById,
    listFilings,
    getFilingSection,
    applyPairAction,
    submitHedgingDecision,
  ],
};
