/**
 * The first error of a check as the failure of a command: file, line, reason, and what to do next.
 */

import { invalidInput } from '#values';
import { misfits } from '../bars/bar-rules.js';
import type { CheckReport, Finding } from './check-report.js';

const wayOut = 'badRows: drop (--bad-rows drop beside --prices), which leaves such rows out';

/** `what` says what follows from the errors. Undefined if the check found none. */
export function firstError(report: CheckReport, what: string): Error | undefined {
  const [first] = report.errors;
  if (first === undefined) return undefined;
  const field = first.field === undefined ? '' : `, ${first.field}`;
  const more = report.errors.length - 1;
  const rest = more === 0 ? '' : ` (and ${more} more: see \`tapefold data check\`)`;
  const expected = [first.expected, ...waysOut(report, first)].filter((text) => text !== undefined);
  return invalidInput(`${what}: ${first.what}${rest}`, {
    where: `${first.file} line ${first.line}${field}`,
    ...(expected.length === 0 ? {} : { expected: expected.join('; or ') }),
    ...(first.found === undefined ? {} : { found: first.found }),
  });
}

/** None for tasks, of which none can be left out, and for a file as a whole. */
function waysOut(report: CheckReport, { file, line }: Finding): readonly string[] {
  const holds = report.files.find((one) => one.file === file)?.holds;
  if (line === 0 || holds === undefined || holds === 'frames') return [];
  return [isOtherOrder(report) ? otherOrder : wayOut];
}

const otherOrder =
  'the columns stand in another order: name them in a header, or by `columns` in dataset.yaml';

/** Whether most bars contradict themselves: no vendor has so many broken ones. */
export function isOtherOrder({ counts, files }: CheckReport): boolean {
  const rows = files.reduce((sum, file) => sum + (file.holds === 'bars' ? file.rows : 0), 0);
  const broken = counts.reduce((sum, { what, count }) => {
    return misfits.includes(what) ? sum + count : sum;
  }, 0);
  return broken > rows / 2;
}
