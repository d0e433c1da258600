/** What HERCULEAN's result files have in common, read as scripts: JSON, and errors that name the member. */

import { excerpt, invalidInput } from '#values';
import type { z } from 'zod';

/** Parses a result file. An `InvalidInput` error names `file` and the member; `what` and `expected` are its words. */
export function parsedResult<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { file, what, expected }: { file: string; what: string; expected: string },
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const member = (issue?.path ?? [])
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
  throw invalidInput(`not a HERCULEAN ${what}`, {
    where: member === '' ? file : `${file}: ${member}`,
    expected,
    found: excerpt(issue?.message ?? 'something else', 160),
  });
}

/** The JSON of a result file. `InvalidInput` where it is none. */
export function resultJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw invalidInput('not JSON', {
      where: file,
      expected: 'a HERCULEAN result',
      found: cause instanceof Error ? excerpt(cause.message, 120) : 'something else',
      cause,
    });
  }
}
