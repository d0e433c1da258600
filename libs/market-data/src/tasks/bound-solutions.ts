/**
 * Solutions that follow from a finished result: the file of tasks has their hashes, so none
 * can be exchanged.
 */

import { canonicalHash, excerpt, invalidInput } from '#values';
import type { TimedTask } from './task-file.js';

/** SHA-256 of a solution as canonical JSON, without the member that people may state later. */
export function solutionHash(solution: unknown, stated: string | undefined): string {
  if (stated === undefined || !isObject(solution)) return canonicalHash(solution);
  const bound = Object.entries(solution).filter(([name]) => name !== stated);
  return canonicalHash(Object.fromEntries(bound));
}

/** SHA-256 of what people stated, by task; null counts as not stated. */
export function statedHash(byTask: ReadonlyMap<string, unknown>, stated: string): string {
  const values = [...byTask].map(([task, solution]): [string, unknown] => {
    return [task, isObject(solution) ? (solution[stated] ?? null) : null];
  });
  return canonicalHash(Object.fromEntries(values.filter(([, value]) => value !== null)));
}

/**
 * `InvalidInput` if the solution of a task is not the one that its hash names; `lines` tells where
 * each stands. Solutions are not quoted.
 */
export function requireBound(
  tasks: readonly TimedTask[],
  byTask: ReadonlyMap<string, unknown>,
  solutions: {
    readonly file: string;
    readonly lines: ReadonlyMap<string, string>;
    readonly stated: string | undefined;
  },
): void {
  for (const { task, bound } of tasks) {
    if (bound === undefined) continue;
    const { id } = task;
    const expected = `SHA-256 ${bound.sha256}, as ${bound.where} has it`;
    if (!byTask.has(id)) {
      const where = solutions.file;
      const found = `none for ${excerpt(id)}`;
      throw invalidInput('the solution of a task is missing', { where, expected, found });
    }
    const found = solutionHash(byTask.get(id), solutions.stated);
    if (found === bound.sha256) continue;
    throw invalidInput('the solution is not the one that its task names', {
      where: solutions.lines.get(id) ?? solutions.file,
      expected,
      found: `SHA-256 ${found}`,
    });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
