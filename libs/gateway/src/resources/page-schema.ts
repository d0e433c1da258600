/** Lists as they go over the wire: some rows, and where the next ones begin. */

import { z } from 'zod';
import { pageLimitMax, type Page } from '#read-models';
import type { PageQuery } from './fields.js';

const pageLimitDefault = 100;

/** A page of `item`, which has an id of its own among the schemas. */
export const pageSchema = <S extends z.ZodType>(item: S) =>
  z.strictObject({
    items: z.array(item).readonly(),
    next: z
      .string()
      .nullable()
      .describe('The `cursor` of the next page; null where this one reached the last row.'),
  });

/** `most` rows at most, where rows are large: a page may be shorter than was asked for. */
export function pageOf({ limit, cursor }: PageQuery, most = pageLimitMax): Page {
  return {
    limit: Math.min(limit ?? pageLimitDefault, most),
    ...(cursor === undefined ? {} : { after: cursor }),
  };
}
