/** A filing from a row: one row for each section of it, or one row without sections. */

import type { FactPayload, Filing } from '#contracts';
import { formatCivilDate, startOfUtcDay } from '#values';
import type { Defect } from '../rows/row-defect.js';
import type { FactParser } from './fact-draft.js';
import { mojibakeIn } from './mojibake.js';

/** Nothing tells when it was known: kept off the tape, and said in the check. */
const neverKnown: Defect = {
  what: 'no date tells when the row was known: it is never released',
};

/** Fields: symbol, form, filed_at, accepted_at, period_of_report, accession_no, section, text. */
export const filingFact: FactParser = (row, context) => {
  const [symbol, form, section] = [
    row.text('symbol'),
    row.text('form'),
    row.optionalText('section'),
  ];
  const filedDate = row.optionalDate('filed_at');
  const acceptedAt = row.optionalInstant('accepted_at');
  const text = section === null ? '' : row.text('text');
  const knowledgeTime = context.times.filing(acceptedAt, filedDate);
  const payload: Filing = {
    kind: 'filing',
    symbol,
    form,
    // A filing without a date has no knowledge time and is never released; 0 is not read by anybody.
    filedDate: filedDate ?? (acceptedAt === null ? 0 : context.calendar.dateOf(acceptedAt)),
    acceptedAt,
    periodEnd: row.optionalDate('period_of_report'),
    accession: row.optionalText('accession_no'),
    sections: section === null ? [] : [{ name: section, document: context.claim(text, 'text') }],
  };
  return {
    knowledgeTime,
    eventTime: acceptedAt ?? startOfUtcDay(payload.filedDate),
    payload,
    symbols: [symbol],
    key: `${filingKey(payload)} ${section ?? ''}`,
    oddities: [...(knowledgeTime === null ? [neverKnown] : []), ...mojibakeIn({ text })],
  };
};

/** Rows of one group, such as the sections of a filing, are one fact; other facts stand for themselves: ''. */
export const groupOf = (payload: FactPayload): string =>
  payload.kind === 'filing' ? filingKey(payload) : '';

function filingKey(filing: Filing): string {
  const { symbol, form, accession, periodEnd, filedDate, acceptedAt } = filing;
  const period = periodEnd === null ? '' : formatCivilDate(periodEnd);
  return [symbol, form, accession ?? '', period, filedDate, acceptedAt].map(String).join(' ');
}
