/** An audit by an agent that works by shell, put into its result file. */

import { join } from 'node:path';
import type { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { auditResultName } from '#agents/script/herculean-audit-result';
import { expectedOf } from '#contracts/parsing/schema-issue';
import { auditCaseSchema } from '#market-data/xbrl/audit-cases';
import { auditAnswer } from '#workflows/auditing/audit-answer';
import { writeWhole } from '#backtest';
import { alone } from './result-file.js';

/** Values by the names of the flags, as given. */
type AuditFlags = Readonly<Record<string, string>>;

const caseFlags = auditCaseSchema.omit({ id: true });
/** The draft of a file has a longer name than the file, and file systems allow 255 bytes. */
const nameLengthMax = 235;

/**
 * Writes both values of a case, replacing earlier ones. Values are numbers as XBRL writes them;
 * both are empty, `null` or `None` if there is no such filing. `InvalidInput` names the flag.
 */
export async function submitAudit(given: AuditFlags, model: string, outputRoot: string) {
  const asked = checked(caseFlags, given);
  const [extracted_value, calculated_value] = ['extracted_value', 'calculated_value'].map((name) =>
    /^(null|none|)$/i.test(given[name]!.trim()) ? null : given[name]!.trim(),
  );
  const values = checked(auditAnswer, { extracted_value, calculated_value });
  const name = auditResultName({ ...asked, model });
  if (name.length > nameLengthMax) {
    const where = '--model';
    const expected = `at most ${nameLengthMax} characters with the case`;
    throw invalidInput('the name of the file is too long', { where, expected, found: name });
  }
  const file = join(outputRoot, name);
  return alone(outputRoot, name, () => {
    const members = Object.entries(values).map(
      ([key, value]) => `"${key}": ${JSON.stringify(value)}`,
    );
    const line = `{${members.join(', ')}}\n`;
    writeWhole(file, line);
    return { path: file, ...values, bytes_written: Buffer.byteLength(line) };
  });
}

function checked<T>(schema: z.ZodType<T>, value: Readonly<Record<string, unknown>>): T {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [issue] = error.issues as [z.core.$ZodIssue];
  const member = String(issue.path[0] ?? 'calculated_value');
  throw invalidInput('not an audit', {
    where: `--${member.replaceAll('_', '-')}`,
    expected: expectedOf(issue),
    found: excerpt(value[member]),
  });
}
