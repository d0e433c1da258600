/** For each kind of table its parser, and the columns that a CSV file of it has to have. */

import type { FactTableKind } from '../manifest/dataset-manifest.js';
import { dividendFact, splitFact } from './action-facts.js';
import type { FactParser } from './fact-draft.js';
import { filingFact } from './filing-fact.js';
import { fundamentalsFact } from './fundamentals-fact.js';
import { newsFact } from './news-fact.js';

export const factParsers: Readonly<Record<FactTableKind, FactParser>> = {
  news: newsFact,
  filings: filingFact,
  fundamentals: fundamentalsFact,
  dividends: dividendFact,
  splits: splitFact,
};

export const requiredFields: Readonly<Record<FactTableKind, readonly string[]>> = {
  news: ['id', 'published_at'],
  filings: ['symbol', 'form'],
  fundamentals: ['symbol', 'form', 'period_end', 'filing_date', 'statements'],
  dividends: ['symbol', 'ex_dividend_date', 'cash_amount'],
  splits: ['symbol', 'execution_date', 'split_from', 'split_to'],
};
