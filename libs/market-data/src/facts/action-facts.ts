/** Corporate actions from rows: cash dividends and splits. */

import { excerpt, formatCivilDate, startOfUtcDay } from '#values';
import { rowDefect, type Defect } from '../rows/row-defect.js';
import type { RowFields } from '../rows/row-fields.js';
import type { FactParser } from './fact-draft.js';

/**
 * Fields: symbol, ex_dividend_date, cash_amount; declaration_date, record_date, pay_date, currency,
 * dividend_type.
 */
export const dividendFact: FactParser = (row, { timesOf, currencyOf }) => {
  const symbol = row.text('symbol');
  const exDate = row.date('ex_dividend_date');
  const declaredDate = row.optionalDate('declaration_date');
  const currency = currencyOf(symbol);
  const given = row.optionalText('currency') ?? currency;
  const amount = amountIn(currency, positive(row, 'cash_amount'), given);
  const type = row.optionalText('dividend_type') ?? '';
  const oddities: Defect[] = [];
  if (declaredDate === null)
    oddities.push({ what: 'the declaration date is missing', field: 'declaration_date' });
  else if (declaredDate > exDate) {
    oddities.push({
      what: 'the dividend was declared after its ex date',
      field: 'declaration_date',
      expected: `at most ${formatCivilDate(exDate)}`,
      found: formatCivilDate(declaredDate),
    });
  }
  return {
    knowledgeTime: timesOf(symbol).dividend(declaredDate, exDate),
    eventTime: startOfUtcDay(exDate),
    payload: {
      kind: 'dividend',
      symbol,
      exDate,
      declaredDate,
      recordDate: row.optionalDate('record_date'),
      payDate: row.optionalDate('pay_date'),
      amount,
      currency,
      type,
    },
    symbols: [symbol],
    key: `${symbol} ${exDate} ${amount} ${type}`,
    oddities,
  };
};

/** Fields: symbol, execution_date, split_from, split_to. */
export const splitFact: FactParser = (row, { timesOf }) => {
  const symbol = row.text('symbol');
  const effectiveDate = row.date('execution_date');
  const known = timesOf(symbol).split(effectiveDate);
  return {
    knowledgeTime: known,
    eventTime: known,
    payload: {
      kind: 'split',
      symbol,
      effectiveDate,
      from: positive(row, 'split_from'),
      to: positive(row, 'split_to'),
    },
    symbols: [symbol],
    key: `${symbol} ${effectiveDate}`,
    oddities: [],
  };
};

function positive(row: RowFields, field: string): number {
  const value = row.number(field);
  if (value > 0) return value;
  throw rowDefect('the value is impossible', { field, expected: 'above 0', found: `${value}` });
}

/** Units that are a hundredth of a currency; only case distinguishes GBp from GBP. */
const hundredths: ReadonlyMap<string, string> = new Map([
  ...['GBp', 'GBX', 'GBx'].map((code) => [code, 'GBP'] as const),
  ...['ZAc', 'ZAC', 'ZAr'].map((code) => [code, 'ZAR'] as const),
  ...['ILA', 'ILa', 'ILs', 'ILX'].map((code) => [code, 'ILS'] as const),
  ...['USc', 'USd', 'USX'].map((code) => [code, 'USD'] as const),
]);

/**
 * A dividend in the currency of its share; converts pence and cents, and throws `RowDefect` if a
 * rate is needed.
 */
export function amountIn(share: string, amount: number, currency: string): number {
  const to = hundredths.get(share);
  const from = hundredths.get(currency);
  if ((to ?? share.toUpperCase()) !== (from ?? currency.toUpperCase())) {
    const detail = { field: 'currency', expected: share, found: excerpt(currency) };
    throw rowDefect('the dividend is in another currency than its share', detail);
  }
  if ((to === undefined) === (from === undefined)) return amount;
  return to === undefined ? amount / 100 : amount * 100;
}
