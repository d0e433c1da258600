/** Lists as they go over the wire: some rows, and where the next ones begin. */

import { z } from 'zod';
import type { Page } from '#read-models';
import type { PageQuery } from './fields.js';

/** A page of `item`, which has an id of its own among the schemas. */
export const pageSchema = <S extends z.ZodType>(item: S) =>
  z.strictObject({
    items: z.array(item).readonly(),
    next: z
      .string()
      .nullable()
      .describe('The `cursor` of the next page; null where this one reached the last row.'),
  });

export function pageOf({ limit, cursor }: PageQuery): Page {
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { after: cursor }),
  };
}
