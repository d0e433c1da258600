/** A file of tasks: one JSON object a line, checked whole before any of it becomes a fact. */

import { z } from 'zod';
import { excerpt, invalidInput, type Instant } from '#values';
import type { DocumentRef, Task } from '#contracts';
import { knowledgeTimeOfTask } from '../knowledge-time.js';
import type { DocumentPlace } from '../documents/document-place.js';
import type { ByteInput } from '../rows/byte-input.js';
import { knownAtExpected, parseKnownAt } from './known-at.js';
import { linesById } from './lines-by-id.js';

/** A task with the time from which it may be asked. */
export interface TimedTask {
  readonly knowledgeTime: Instant;
  readonly task: Task;
}

const text = z.string().refine((value) => value.isWellFormed(), 'not well-formed Unicode');

/** What a line may say, and nothing else: a solution would be on the tape for every agent to read. */
const schema = z.strictObject({
  id: text.min(1).max(200),
  instruction: text.min(1).max(20_000),
  inputs: z.record(text.min(1).max(200), text.max(50_000_000)).default({}),
  knownAt: z.string().optional(),
});

/**
 * Reads the tasks of a file in the order in which they become known; those of one instant stay in the order of the
 * file. Those without a time are known at `knownAtDefault`; where that is null, before everything else. Inputs go to
 * `documents`, and the fact has their claims. `InvalidInput` names file, line and member of the first that is broken,
 * and an id that comes twice.
 */
export function readTasks(
  input: ByteInput,
  documents: { add(text: string, place: DocumentPlace): DocumentRef },
  knownAtDefault: Instant | null = null,
): TimedTask[] {
  const tasks: TimedTask[] = [];
  for (const { where, offset, bytes, value } of linesById(input, {
    what: 'task',
    schema,
    isQuotable: true,
  })) {
    const { id, instruction, inputs, knownAt } = value;
    const knowledgeTime = knowledgeTimeOfTask(instantOf(knownAt, where), knownAtDefault);
    const claims = Object.entries(inputs).map(([name, content]) => {
      const place = { input, offset, bytes, path: ['inputs', name] };
      return { name, document: documents.add(content, place) };
    });
    tasks.push({ knowledgeTime, task: { kind: 'task', id, instruction, inputs: claims } });
  }
  return tasks.sort((one, other) => one.knowledgeTime - other.knowledgeTime);
}

function instantOf(knownAt: string | undefined, where: string): Instant | null {
  if (knownAt === undefined) return null;
  const instant = parseKnownAt(knownAt);
  if (instant !== undefined) return instant;
  throw invalidInput('not a time', {
    where: `${where}: knownAt`,
    expected: knownAtExpected,
    found: excerpt(knownAt),
  });
}
