/** Files of times: JSON lines that each give the time from which a name is known. */

import { existsSync } from 'node:fs';
import { z } from 'zod';
import { excerpt, invalidInput, type Instant } from '#values';
import { fileInput } from '../rows/byte-input.js';
import { jsonlRows } from '../rows/text-rows.js';
import { knownAtSchema } from './known-at.js';
import { checkedLine } from './lines-by-id.js';

interface TimesOfNames {
  /** What a line holds, for messages: `time of a document`. */
  readonly what: string;
  /** The members of a line: the name and its time. */
  readonly members: readonly [name: string, time: string];
  /** The defect of a line with an unknown name, and what was expected there. */
  readonly stray: string;
  readonly expected: string;
}

/**
 * Times by name; empty if there is no file. Throws `InvalidInput` for a name outside `names`,
 * or a duplicate.
 */
export function timesByName(
  { path, name: file }: { readonly path: string; readonly name: string },
  names: ReadonlySet<string>,
  { what, members: [nameMember, timeMember], stray, expected }: TimesOfNames,
): Map<string, Instant> {
  const times = new Map<string, Instant>();
  if (!existsSync(path)) return times;
  const schema = z.strictObject({ [nameMember]: z.string(), [timeMember]: knownAtSchema });
  const input = fileInput(path, file);
  try {
    for (const row of jsonlRows(input)) {
      const line = `${file} line ${row.line}`;
      const value = checkedLine(row, line, { what, schema, isQuotable: true });
      const name = value[nameMember] as string;
      if (!names.has(name) || times.has(name)) {
        const where = `${line}: ${nameMember}`;
        throw invalidInput(stray, { where, expected, found: excerpt(name) });
      }
      times.set(name, value[timeMember] as Instant);
    }
  } finally {
    input.close();
  }
  return times;
}
