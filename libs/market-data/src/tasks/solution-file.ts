/** A file of solutions: ground truth for the tasks of a data set, which no tape, hash or agent ever meets. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { isNestedWithin } from '#contracts/nesting';
import type { Solutions } from '#contracts/task-terms';
import { hashOfInput, type ByteInput } from '../rows/byte-input.js';
import { linesById } from './lines-by-id.js';
import type { TimedTask } from './task-file.js';

/** Far more than an answer needs, and little to walk through. */
const solutionDepthMax = 64;

const schema = z.strictObject({
  id: z.string(),
  solution: z
    .unknown()
    // A member that is not there is undefined here; JSON has no such value.
    .refine((solution) => solution !== undefined, 'any JSON')
    .refine(
      (solution) => isNestedWithin(solution, solutionDepthMax),
      `at most ${solutionDepthMax} objects and lists within each other`,
    ),
});

/**
 * Reads the solutions of a file; a task may have none. `InvalidInput` names file, line and member of the first that is
 * broken, an id that no task has, and one that comes twice. No message quotes a solution.
 */
export function readSolutions(input: ByteInput, tasks: readonly TimedTask[]): Solutions {
  const ids = new Set(tasks.map(({ task }) => task.id));
  const byTask = new Map<string, unknown>();
  for (const { where, value } of linesById(input, {
    what: 'solution',
    schema,
    isQuotable: false,
  })) {
    const { id, solution } = value;
    if (!ids.has(id)) {
      const expected = 'the id of a task of the data set';
      throw invalidInput('there is no task of this id', {
        where: `${where}: id`,
        expected,
        found: excerpt(id),
      });
    }
    byTask.set(id, solution);
  }
  return { sha256: hashOfInput(input), byTask };
}
