/** A filing from rows: one row per section, or one row without sections. */

import type { Filing } from '#contracts';
import { formatCivilDate, startOfUtcDay } from '#values';
import type { Defect } from '../rows/row-defect.js';
import type { DraftPayload, FactParser } from './fact-draft.js';
import { mojibakeIn } from './mojibake.js';

/** Its knowledge time is unknown: kept off the tape, and reported by the check. */
const neverKnown: Defect = {
  what: 'no date states when the row was known: it is never released',
};

/** Fields: symbol, form, filed_at, accepted_at, period_of_report, accession_no, section, text. */
export const filingFact: FactParser = (row, context) => {
  const symbol = row.text('symbol');
  const form = row.text('form');
  const section = row.optionalText('section');
  const filedDate = row.optionalDate('filed_at');
  const acceptedAt = row.optionalInstant('accepted_at');
  const text = section === null ? '' : row.text('text');
  const knowledgeTime = context.timesOf(symbol).filing(acceptedAt, filedDate);
  const payload: Filing = {
    kind: 'filing',
    symbol,
    form,
    // A filing without a date has no knowledge time and is never released; the 0 is never read.
    filedDate:
      filedDate ?? (acceptedAt === null ? 0 : context.calendarOf(symbol).dateOf(acceptedAt)),
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

/**
 * Rows of one group, such as the sections of a filing, form one fact; other facts stand alone: ''.
 */
export const groupOf = (payload: DraftPayload): string =>
  payload.kind === 'filing' ? filingKey(payload) : '';

function filingKey(filing: Filing): string {
  const { symbol, form, accession, periodEnd, filedDate, acceptedAt } = filing;
  const period = periodEnd === null ? '' : formatCivilDate(periodEnd);
  return [symbol, form, accession ?? '', period, filedDate, acceptedAt].map(String).join(' ');
}
