/**
 * Which of the costly tests a build takes: a part that the hash of its commit draws, so that over
 * some commits all have their turn, and a build of the same commit takes the same. Without
 * `TAPEFOLD_DRAW`, everything is taken.
 */

import { createHash } from 'node:crypto';

const ownCommit = process.env['TAPEFOLD_DRAW'];

function numberOf(name: string, commit: string): number {
  return createHash('sha256').update(`${commit} ${name}`).digest().readUInt32BE();
}

/**
 * Whether this build takes what has this name: one in `oneIn`, or everything if nothing is drawn.
 */
export function isDrawn(name: string, oneIn: number, commit = ownCommit): boolean {
  return drawnNumber(name, oneIn, commit) === 0;
}

/** A whole number below `bound` that differs from commit to commit; 0 if nothing is drawn. */
export function drawnNumber(name: string, bound: number, commit = ownCommit): number {
  return commit === undefined ? 0 : numberOf(name, commit) % bound;
}

/** Whether a build draws, so that what is costly has its whole size elsewhere. */
export const isDrawing = ownCommit !== undefined;

/**
 * As many of these as a share of them comes to, rounded up, or all of them if nothing is drawn; in
 * their order. Each is known by its name.
 */
export function drawnOf<T>(
  items: readonly T[],
  share: number,
  nameOf: (item: T) => string,
  commit = ownCommit,
): T[] {
  if (commit === undefined) return [...items];
  const places = items.map((item, at) => ({ at, place: numberOf(nameOf(item), commit) }));
  places.sort((one, other) => one.place - other.place);
  const taken = new Set(places.slice(0, Math.ceil(items.length * share)).map(({ at }) => at));
  return items.filter((_, at) => taken.has(at));
}
