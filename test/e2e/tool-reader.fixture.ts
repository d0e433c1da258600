/**
 * An agent that reads what it can through tools before it decides: with the same calls,
 * wherever it is served.
 */

import type { DecisionDue } from '#agents';
import { withTools } from './mcp-decisions.fixture.js';

interface Rows<R> {
  readonly result: readonly R[];
}

/**
 * Reads prices, filings, news and its account, asks for what there is not, and follows the close.
 */
export const readAndDecide = (due: DecisionDue): Promise<void> =>
  withTools(due.url, async (asked) => {
    const [symbol] = due.symbols;
    const range = { symbol, date_start: '2000-01-01', date_end: '2100-01-01' };
    const prices = (await asked('get_prices', range)).value as Rows<{ close: number }>;
    const filings = (await asked('list_filings', range)).value as Rows<{
      date: string;
      document_type: string;
    }>;
    for (const { date, document_type } of filings.result.slice(-1)) {
      await asked('get_filing_section', { symbol, date, document_type, section: 'mda' });
    }
    const news = (await asked('list_news', range)).value as Rows<{ id: unknown }>;
    for (const { id } of news.result.slice(-2)) await asked('get_news_by_id', { symbol, id });
    await asked('get_account', {});
    await asked('get_tomorrow', { symbol });
    const [before, last] = prices.result.slice(-2).map(({ close }) => close);
    const action = (last ?? 0) > (before ?? 0) ? 'BUY' : 'SELL';
    // Sells name an invalid price.
    const price = action === 'BUY' ? last : 1;
    await asked('submit_decision', { symbol, target_date: due.session, price, action });
  });
