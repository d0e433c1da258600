/** The tool set `tapefold_mcp`: what HERCULEAN's sets have no tool for. */

import { conventions } from '../conventions.js';
import type { ToolSet } from '../tool.js';
import { getAccount } from './get-account.js';
import { getCalendar } from './get-calendar.js';
import { getCorporateActions } from './get-corporate-actions.js';
import { getExecutionPolicy } from './get-execution-policy.js';
import { getFundamentals } from './get-fundamentals.js';
import { searchNews } from './search-news.js';

export const marketTools: ToolSet = {
  name: 'tapefold_mcp',
  title: 'Tapefold tools',
  instructions:
    'Corporate actions, fundamentals, the calendar, a search in the news and, within a run, the account and the ' +
    `execution policy. ${conventions}`,
  tools: [
    getCorporateActions,
    getFundamentals,
    getAccount,
    getExecutionPolicy,
    getCalendar,
    searchNews,
  ],
};
