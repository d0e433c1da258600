/** Audits of HERCULEAN: a file for each case and model, with the two values on one line. */

import type { AuditCase } from '#contracts/result/audit-case';

/** A part of a name. Unlike in other results, `.` stays, and the model keeps its case. */
export const auditPart = (text: string): string => text.replace(/[^A-Za-z0-9._-]/gu, '-');

/** Start of the file's name: all of it but the model and `.json`. */
export function auditNameStart(asked: AuditCase): string {
  const { filing_name, ticker, issue_time, concept_id, period } = asked;
  const filing = auditPart(`auditing_${filing_name}-${ticker}-${issue_time}`);
  return `${filing}_${auditPart(concept_id)}_${auditPart(period)}_`;
}

/** `auditing_{filing_name}-{ticker}-{issue_time}_{concept}_{period}_{model}.json`. */
export const auditResultName = (asked: AuditCase & { readonly model: string }): string =>
  `${auditNameStart(asked)}${auditPart(asked.model)}.json`;

/**
 * A name, or a model, as spellings of it are compared: agents write tickers in lower and in upper
 * case, and earlier names have `_` for other characters and the model in lower case.
 */
export const auditKey = (text: string): string =>
  auditPart(text).replaceAll('_', '-').toLowerCase();
