/** A defect of a row, thrown by the readers of fields and caught by the reader of the file. */

export interface Defect {
  /** Constant for one kind of defect, so that defects can be counted by kind. */
  readonly what: string;
  readonly field?: string;
  readonly expected?: string;
  readonly found?: string;
}

export class RowDefect extends Error {
  constructor(readonly defect: Defect) {
    super(defect.what);
    this.name = 'RowDefect';
  }
}

export function rowDefect(
  what: string,
  detail: { field?: string; expected?: string; found?: string } = {},
): RowDefect {
  return new RowDefect({ what, ...detail });
}

/** In one line, for messages and journals. */
export function describeDefect({ what, field, expected, found }: Defect): string {
  const parts = [field === undefined ? what : `${field}: ${what}`];
  if (expected !== undefined) parts.push(`expected ${expected}`);
  if (found !== undefined) parts.push(`found ${found}`);
  return parts.join('; ');
}

/** The defects that several readers report. */
export const defectKinds = {
  encoding: 'the text is not UTF-8',
  fieldCount: 'the number of fields differs from the header',
  tooManyFields: 'too many fields',
  unfinished: 'the last line has no end and is incomplete',
  missing: 'a value is missing',
  notANumber: 'the value is not a number',
  notADate: 'the value is not a date',
  notATime: 'the value is not a date and time',
  notAText: 'the value is not a text',
} as const;
