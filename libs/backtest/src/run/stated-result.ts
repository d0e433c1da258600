/** Statements of a result.json about itself that no journal can confirm. */

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { jsonOf } from '#values';
import { boundedText, requireBounded, resultBytesMax } from '#files';
import { missingRunSchema, reportSectionSchema } from '#contracts/result/result';

/**
 * Content of the result file, if it can be read and holds a result. `InvalidInput` if it is too
 * large for one.
 */
export function statedIn(path: string | null) {
  if (path !== null) requireBounded(path, resultBytesMax);
  const stated = path !== null && existsSync(path) ? jsonOf(readFileSync(path, 'utf8')) : undefined;
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
    /** Runs that it lists as missing. */
    missing: missingRuns,
    /** What a result of tasks shows beside its figures. */
    sections,
    /** Whether it was derived without its data set at hand, or a description of it. */
    lacksData: areAll(z.looseObject({ dataCoverage: z.null() })),
    /** Whether no pair has a beta: the result was downloaded, or its scenario names no index. */
    lacksIndex: areAll(z.looseObject({ pair: z.looseObject({ index: z.null() }).nullable() })),
    /** Whether it lacks information about the feed that its tape was recorded from. */
    lacksFeed: is({ tape: z.looseObject({ feed: z.undefined().optional() }) }),
  };
}

/**
 * Whether no line of some trades.csv has the excursions of the price, as for a downloaded result.
 */
export function lacksExcursions(files: readonly string[]): boolean {
  const texts = files
    .filter((path) => existsSync(path))
    .map((path) => boundedText(path, path, resultBytesMax));
  const lines = texts.flatMap((text) => text.split('\n').slice(1, -1));
  return lines.length > 0 && lines.every((line) => line.endsWith(',,,,'));
}
