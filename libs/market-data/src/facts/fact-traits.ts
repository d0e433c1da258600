/** The kinds of fact tables: how a row is read, and how the tape and a CSV file represent it. */

import { factKinds, type FactKind } from '#contracts';
import type { TableKind } from '../manifest/dataset-manifest.js';
import { dividendFact, splitFact } from './action-facts.js';
import type { FactParser } from './fact-draft.js';
import { filingFact } from './filing-fact.js';
import { fundamentalsFact } from './fundamentals-fact.js';
import { newsFact } from './news-fact.js';
import { quoteFact, tradeFact } from './tick-fact.js';

interface FactTraits {
  readonly kind: FactKind;
  readonly parse: FactParser;
  /**
   * Columns that a CSV file must have; `symbol` unless the table names the one symbol of the file.
   */
  readonly required: readonly string[];
  /** Maximum rows that a sort holds in memory: long texts weigh more. */
  readonly rowBudget: number;
}

export const factTraits: Readonly<Record<TableKind, FactTraits>> = {
  news: {
    kind: factKinds.news,
    parse: newsFact,
    required: ['id', 'published_at'],
    rowBudget: 20_000,
  },
  filings: {
    kind: factKinds.filing,
    parse: filingFact,
    required: ['symbol', 'form'],
    rowBudget: 20_000,
  },
  fundamentals: {
    kind: factKinds.fundamentals,
    parse: fundamentalsFact,
    required: ['symbol', 'form', 'period_end', 'filing_date', 'statements'],
    rowBudget: 2_000,
  },
  dividends: {
    kind: factKinds.dividend,
    parse: dividendFact,
    required: ['symbol', 'ex_dividend_date', 'cash_amount'],
    rowBudget: 50_000,
  },
  splits: {
    kind: factKinds.split,
    parse: splitFact,
    required: ['symbol', 'execution_date', 'split_from', 'split_to'],
    rowBudget: 50_000,
  },
  trades: {
    kind: factKinds.trade,
    parse: tradeFact,
    required: ['symbol', 'timestamp', 'price', 'size'],
    rowBudget: Infinity,
  },
  quotes: {
    kind: factKinds.quote,
    parse: quoteFact,
    required: ['symbol', 'timestamp', 'bid', 'ask'],
    rowBudget: Infinity,
  },
};
