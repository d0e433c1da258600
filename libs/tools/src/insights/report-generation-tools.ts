/** The tool set `report_generation_mcp`. */

import { conventions } from '../tool/conventions.js';
import { listNews } from '../texts/list-news.js';
import type { ToolSet } from '../tool/tool.js';
import { tradingTools } from '../trading/trading-tools.js';
import { getWeeklyMetrics } from './get-weekly-metrics.js';
import { listPeers } from './list-peers.js';

const readers = tradingTools.tools.filter(({ reads }) => reads);

export const reportGenerationTools: ToolSet = {
  name: 'report_generation_mcp',
  title: 'Market insights tools',
  instructions:
    'Prices, indicators, news, filings and weekly metrics for one report a week and symbol with a rating: ' +
    `STRONG_BUY, BUY, HOLD, SELL or STRONG_SELL. ${conventions} All evaluation is at adj_close.`,
  tools: [
    ...readers.map((one) => (one.name === 'list_news' ? listNews(600) : one)),
    listPeers,
    getWeeklyMetrics,
  ],
};
