/** What a result.json says of itself that no journal can tell. */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { jsonOf } from '#values';
import { missingRunSchema, reportSectionSchema } from '#contracts/result/result';

/** What the file of a result says; nothing where it is no result. */
export function statedIn(path: string) {
  const stated = existsSync(path) ? jsonOf(readFileSync(path, 'utf8')) : undefined;
  const { missingRuns } = z
    .looseObject({ missingRuns: z.array(missingRunSchema) })
    .catch({ missingRuns: [] })
    .parse(stated);
  const { sections } = z
    .looseObject({ sections: z.array(reportSectionSchema) })
    .catch({ sections: [] })
    .parse(stated);
  const is = (members: z.ZodRawShape): boolean => z.looseObject(members).safeParse(stated).success;
  const areAll = (run: z.ZodType): boolean => is({ runs: z.array(run).min(1) });
  return {
    /** Runs that it says it lacks. */
    missing: missingRuns,
    /** What a result of tasks shows beside its figures. */
    sections,
    /** Whether it was derived where its data set was not at hand, nor described. */
    lacksData: areAll(z.looseObject({ dataCoverage: z.null() })),
    /** Whether no pair has a beta, as where it was downloaded, or its scenario names no index. */
    lacksIndex: areAll(z.looseObject({ pair: z.looseObject({ index: z.null() }).nullable() })),
    /** Whether it says nothing of the feed that its tape was recorded from. */
    lacksFeed: is({ tape: z.looseObject({ feed: z.undefined().optional() }) }),
  };
}

/** Whether no line of some trades.csv says how far the price went, as where a result was downloaded. */
export function lacksExcursions(files: readonly string[]): boolean {
  const texts = files.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
  const lines = texts.flatMap((text) => text.split('\n').slice(1, -1));
  return lines.length > 0 && lines.every((line) => line.endsWith(',,,,'));
}
