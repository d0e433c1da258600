/** Lists of a gateway, read page by page to their ends. */

import type { z } from 'zod';
import { invalidInput, excerpt } from '#values';
import type { GatewayClient } from './gateway-client.js';
import {
  pageOf,
  runSchema,
  submissionSchema,
  type Run,
  type Submission,
} from './gateway-answers.js';

const pageLimit = 1000;

/** All runs, or those of one submission. */
export function runsOf(client: GatewayClient, submission?: string): Promise<Run[]> {
  const filter = submission === undefined ? '' : `&submission=${submission}`;
  return allItems(client, `/v1/runs?limit=${pageLimit}${filter}`, runSchema);
}

/** The known runs of a submission, in the order of its result. */
export async function runsIn(
  client: GatewayClient,
  { submission, runs }: Pick<Submission, 'submission' | 'runs'>,
): Promise<Run[]> {
  return picked(runs, await runsOf(client, submission));
}

/** The runs with these ids, in this order. */
export function picked(ids: readonly string[], runs: readonly Run[]): Run[] {
  const byId = new Map(runs.map((run) => [run.run, run]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function submissionsOf(client: GatewayClient): Promise<Submission[]> {
  return allItems(client, `/v1/submissions?limit=${pageLimit}`, submissionSchema);
}

/** All items of a list, page by page. */
export async function allItems<T>(
  client: GatewayClient,
  path: string,
  item: z.ZodType<T>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items: T[]; next: string | null } = await client.get(
      `${path}${after}`,
      pageOf(item),
    );
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return items;
}

/** Minimum digits of an id that a person has to type. */
const idCharsMin = 6;

/**
 * The full id that a text stands for: one of `ids`, or the only one with this prefix.
 * `InvalidInput` if none or several match.
 */
export function fullId(text: string, ids: readonly string[], what: string): string {
  const isPrefix = /^[0-9a-f]+$/.test(text) && text.length >= idCharsMin;
  const [found, second] = isPrefix ? ids.filter((id) => id.startsWith(text)) : [];
  if (found !== undefined && second === undefined) return found;
  throw invalidInput(second === undefined ? `no such ${what}` : `more than one ${what}`, {
    where: what,
    expected: `its id, or the first ${idCharsMin} or more digits of it`,
    found: excerpt(text),
  });
}

/** The submission with this id or prefix. `InvalidInput` as in `fullId`. */
export function submissionNamed(text: string, submissions: readonly Submission[]): Submission {
  const ids = submissions.map(({ submission }) => submission);
  const id = fullId(text, ids, 'submission');
  return submissions.find(({ submission }) => submission === id) as Submission;
}
