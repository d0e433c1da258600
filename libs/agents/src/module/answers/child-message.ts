/** Messages from a module's process: foreign bytes until this schema has parsed them. */

import { z } from 'zod';

const id = z.int().nonnegative();
const text = z.string().max(10_000);

/** Outcome of a question. */
const answerSchemas = [
  z.strictObject({ id, kind: z.literal('missing') }),
  /** What `decide` returned, as plain data; not yet parsed as a decision. */
  z.strictObject({ id, kind: z.literal('answer'), value: z.unknown() }),
  /** What `decide` returned is not plain data, or too much of it. */
  z.strictObject({ id, kind: z.literal('unreadable'), reason: text }),
  /** `decide` threw or rejected. */
  z.strictObject({ id, kind: z.literal('failed'), reason: text }),
] as const;

const answerSchema = z.discriminatedUnion('kind', answerSchemas);

const childMessageSchema = z.discriminatedUnion('kind', [
  /** The module is loaded; `history` as it declares it. */
  z.strictObject({ id, kind: z.literal('opened'), history: z.int().positive().nullable() }),
  /** The module cannot be used. `file` is relative to the module's folder. */
  z.strictObject({
    id,
    kind: z.literal('refused'),
    what: text,
    file: text.optional(),
    line: z.int().positive().optional(),
    expected: text.optional(),
    found: text.optional(),
  }),
  z.strictObject({ id, kind: z.literal('caught-up') }),
  ...answerSchemas,
  /**
   * For a run that the process follows by itself: answers up to `asOf`, each with how often it
   * came in a row.
   */
  z.strictObject({
    id,
    kind: z.literal('answers'),
    asOf: id,
    runs: z.array(z.tuple([z.int().positive(), answerSchema])),
  }),
  /** For such a run: no answer came within the time budget. */
  z.strictObject({ id, kind: z.literal('late') }),
  /** The process exceeds its memory limit, and ends. */
  z.strictObject({ id, kind: z.literal('over-memory') }),
]);

/** Outcome of a question. */
export type ChildAnswer = z.infer<typeof answerSchema>;
export type ChildMessage = z.infer<typeof childMessageSchema>;

/** A message of at most the frame's length; undefined when it is anything else. */
export function parseChildMessage(bytes: Uint8Array): ChildMessage | undefined {
  try {
    const parsed = childMessageSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
