/** Tool calls of a run: those of the answers that its journal has, in their order. */

import type { ToolCallRow } from '../entities/call-rows.js';
import { projections } from '../tables.js';
import type { Page, PageOf } from '../page.js';
import { readPage } from './read-page.js';
import type { SqlReader } from './sql-store.js';

/**
 * A page of calls. An agent that was asked again, after a crash or by two workers at once, may have made others:
 * the journal says whose count, and none does before its decision is journalled.
 */
export const readCalls = (
  reader: SqlReader,
  run: string,
  page: Page,
): Promise<PageOf<ToolCallRow>> =>
  readPage(
    reader,
    projections.toolCalls,
    [run],
    page,
    `EXISTS (SELECT 1 FROM ${reader.name(projections.calledDecisions)} d
       WHERE d.run = t.run AND d.as_of = t.as_of AND d.digest = t.digest)`,
  );
