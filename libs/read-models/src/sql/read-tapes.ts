/** Tapes as requested, with their progress and pace: either may still be missing. */

import { In, type EntityManager } from 'typeorm';
import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import type { TapeState } from '../tables/shown.js';
import type { Table } from '../tables/table.js';
import { projections } from '../tables/tables.js';
import { nameOf } from './sql-store.js';

const { tapes, tapeProgress, clockTurns } = projections;

/** In the order of their ids. */
export async function readTapes(tables: EntityManager, page: Page): Promise<PageOf<TapeState>> {
  const limit = limitOf(page);
  // No tape has an empty id, so every id comes after it.
  const after = keyAfter('tapes', tapes.keys, page)?.[0] ?? '';
  const ids = await tables.sql<{ tape: string }[]>`
    SELECT tape FROM ${() => nameOf(tables, tapes)} WHERE tape > ${after}
    UNION SELECT tape FROM ${() => nameOf(tables, tapeProgress)} WHERE tape > ${after}
    ORDER BY tape LIMIT ${limit + 1}`;
  const found = pageOf('tapes', ids, limit, ({ tape }) => [tape]);
  return {
    ...found,
    items: await tapeStates(
      tables,
      found.items.map(({ tape }) => tape),
    ),
  };
}

export async function readTape(
  tables: EntityManager,
  tape: string,
): Promise<TapeState | undefined> {
  const [state] = await tapeStates(tables, [tape]);
  return state;
}

/** The known tapes among these ids, in this order. */
async function tapeStates(tables: EntityManager, ids: readonly string[]): Promise<TapeState[]> {
  const byTape = async <R extends { tape: string }>({ entity }: Table<R>) => {
    const rows = await tables.findBy<{ tape: string }>(entity, { tape: In(ids) });
    return new Map((rows as R[]).map((row) => [row.tape, row]));
  };
  const requested = await byTape(tapes);
  const progressed = await byTape(tapeProgress);
  const turned = await byTape(clockTurns);
  return ids.flatMap((tape) => {
    const [asked, made, turns] = [requested.get(tape), progressed.get(tape), turned.get(tape)];
    if (asked === undefined && made === undefined) return [];
    const { tape: _, header = null, ...request } = asked ?? {};
    return [
      {
        tape,
        header: made?.header ?? header,
        facts: made?.facts ?? 0,
        time: made?.time ?? 0,
        isClosed: made?.isClosed ?? false,
        tapeHash: made?.tapeHash ?? null,
        failure: made?.failure ?? null,
        request: asked === undefined ? null : (request as NonNullable<TapeState['request']>),
        isPaused: turns?.isPaused ?? false,
        speed: turns?.speed ?? asked?.speed ?? null,
      },
    ];
  });
}
