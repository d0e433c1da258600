/** The tool set `tapefold_mcp`: tools that HERCULEAN's sets lack. */

import { conventions } from '../tool/conventions.js';
import type { ToolSet } from '../tool/tool.js';
import { getAccount } from './get-account.js';
import { getCalendar } from './get-calendar.js';
import { getCorporateActions } from './get-corporate-actions.js';
import { getExecutionPolicy } from './get-execution-policy.js';
import { getFundamentals } from './get-fundamentals.js';
import { getIndicatorValue } from './get-indicator-value.js';
import { listIndicators } from './list-indicators.js';
import { searchNews } from './search-news.js';

export const marketTools: ToolSet = {
  name: 'tapefold_mcp',
  title: 'Tapefold tools',
  instructions:
    'Corporate actions, fundamentals, the calendar, every indicator of the program, a search in the news and, within ' +
    `a run, the account and the execution policy. ${conventions}`,
  tools: [
    getCorporateActions,
    getFundamentals,
    getAccount,
    getExecutionPolicy,
    getCalendar,
    listIndicators,
    getIndicatorValue,
    searchNews,
  ],
};
