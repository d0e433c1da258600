/** A coded error about a file, as a finding says it: line and member apart from the words. */

import type { TapefoldError } from '#values';
import type { Defect } from '../rows/row-defect.js';

/** The line that an error names, 0 when it names none; the member behind it goes into the defect. */
export function defectOfFailure(error: TapefoldError): { line: number; defect: Defect } {
  const { message, where = '', expected, found } = error;
  const start = where !== '' && message.startsWith(`${where}: `) ? where.length + 2 : 0;
  // The error's own words, without place, expectation and finding, which a defect has apart.
  const [what = message] = message.slice(start).split(/; (?:expected|found) /);
  const [, line, field] = / line (\d+)(?:: (.+))?$/s.exec(where) ?? [];
  return {
    line: Number(line ?? 0),
    defect: {
      what,
      ...(field === undefined ? {} : { field }),
      ...(expected === undefined ? {} : { expected }),
      ...(found === undefined ? {} : { found }),
    },
  };
}
