/** Audits of HERCULEAN: a file for each case and model, with the two values on one line. */

import type { AuditCase } from '#contracts/result/audit-case';

/** Names of audits keep `.`, unlike those of other results. */
const auditPart = (text: string): string => text.replace(/[^A-Za-z0-9._-]/gu, '_');

/** The name of a model as written in the name of a file. */
export const auditModelPart = (model: string): string => auditPart(model).toLowerCase();

/** Start of the file's name: all of it but the model and `.json`. */
export function auditNameStart(asked: AuditCase): string {
  const { filing_name, ticker, issue_time, concept_id, period } = asked;
  return auditPart(`auditing_${filing_name}-${ticker}-${issue_time}_${concept_id}_${period}_`);
}

/** `auditing_{filing_name}-{ticker}-{issue_time}_{concept}_{period}_{model}.json`. */
export const auditResultName = (asked: AuditCase & { readonly model: string }): string =>
  `${auditNameStart(asked)}${auditModelPart(asked.model)}.json`;
