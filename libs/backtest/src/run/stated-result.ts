/** What a result.json says of itself that no journal can tell. */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  missingRunSchema,
  reportSectionSchema,
  type MissingRun,
  type ReportSection,
} from '#contracts/result/result';

/** Runs that a result says it lacks, which no journal can tell. */
export function missingIn(result: string): readonly MissingRun[] {
  const schema = z.looseObject({ missingRuns: z.array(missingRunSchema) });
  return schema.catch({ missingRuns: [] }).parse(jsonIn(result)).missingRuns;
}

/** What a result of tasks shows beside its figures. */
export function sectionsIn(result: string): ReportSection[] {
  const schema = z.looseObject({ sections: z.array(reportSectionSchema) });
  return schema.catch({ sections: [] }).parse(jsonIn(result)).sections;
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

/** Whether no line of some trades.csv says how far the price went, as where a result was downloaded. */
export function lacksExcursions(files: readonly string[]): boolean {
  const texts = files.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
  const lines = texts.flatMap((text) => text.split('\n').slice(1, -1));
  return lines.length > 0 && lines.every((line) => line.endsWith(',,,,'));
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
