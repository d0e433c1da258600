/** The figures of runs of tasks, as their workflow names them. */

import type { TaskRunResult } from '#contracts/result/result';

/** Names in the order of their first appearance. */
export function figureNames(runs: readonly TaskRunResult[]): readonly string[] {
  return [...new Set(runs.flatMap(({ figures }) => Object.keys(figures)))];
}

/** Null where the figure is undefined, or the run has none of this name. */
export function figureOf({ figures }: TaskRunResult, name: string): number | null {
  return Object.hasOwn(figures, name) ? (figures[name] ?? null) : null;
}
