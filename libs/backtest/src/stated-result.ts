/** What a result.json says of itself that no journal can tell. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { missingRunSchema, type MissingRun } from '#contracts/result';

/** Runs that a result says it lacks, which no journal can tell. */
export function missingIn(result: string): readonly MissingRun[] {
  const schema = z.looseObject({ missingRuns: z.array(missingRunSchema) });
  return schema.catch({ missingRuns: [] }).parse(jsonIn(result)).missingRuns;
}

/** Whether a result was derived where its data set was not at hand, nor described. */
export function lacksData(result: string): boolean {
  const run = z.looseObject({ dataCoverage: z.null() });
  return z.looseObject({ runs: z.array(run).min(1) }).safeParse(jsonIn(result)).success;
}

/** Whether no pair of a result has a beta, as where it was downloaded, or its scenario names no index. */
export function lacksIndex(result: string): boolean {
  const run = z.looseObject({ pair: z.looseObject({ index: z.null() }).nullable() });
  return z.looseObject({ runs: z.array(run).min(1) }).safeParse(jsonIn(result)).success;
}

/** Whether a result says nothing of the feed that its tape was recorded from. */
export function lacksFeed(result: string): boolean {
  const tape = z.looseObject({ feed: z.undefined().optional() });
  return z.looseObject({ tape }).safeParse(jsonIn(result)).success;
}

/** Whether no first trade of a run folder says how far the price went, as where the result was downloaded. */
export function lacksExcursions(runs: readonly string[]): boolean {
  const firsts = runs.flatMap((run) => {
    const path = join(run, 'trades.csv');
    return existsSync(path) ? (readFileSync(path, 'utf8').split('\n', 2)[1] ?? []) : [];
  });
  const trades = firsts.filter((line) => line !== '');
  return trades.length > 0 && trades.every((line) => line.endsWith(',,,,'));
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
