/** Tapes as requested, with their progress and pace: either may still be missing. */

import { In, MoreThan, type EntityManager, type FindManyOptions } from 'typeorm';
import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import type { TapeState } from '../tables/shown.js';
import type { RowOf, Table } from '../tables/table.js';
import { projections } from '../tables/tables.js';

const { tapes, tapeProgress, clockTurns } = projections;

/** In the order of their ids. */
export async function readTapes(tables: EntityManager, page: Page): Promise<PageOf<TapeState>> {
  const limit = limitOf(page);
  // No tape has an empty id, so every id comes after it.
  const after = String(keyAfter('tapes', tapes.keys, page)?.[0] ?? '');
  const found = await tapeStates(tables, {
    where: { tape: MoreThan(after) },
    order: { tape: 'ASC' },
    take: limit + 1,
  });
  return pageOf('tapes', found, limit, ({ tape }) => [tape]);
}

export async function readTape(
  tables: EntityManager,
  tape: string,
): Promise<TapeState | undefined> {
  const [state] = await tapeStates(tables, { where: { tape } });
  return state;
}

/** The first tapes that are asked for or have progress, in the order of the bytes of their ids. */
async function tapeStates(
  tables: EntityManager,
  wanted: FindManyOptions<{ tape: string }>,
): Promise<TapeState[]> {
  const byTape = async <R extends { tape: string }>({ entity }: Table<R>, selected = wanted) => {
    const rows = await tables.find<{ tape: string }>(entity, selected);
    return new Map((rows as R[]).map((row) => [row.tape, row]));
  };
  const requested = await byTape(tapes);
  const progressed = await byTape(tapeProgress);
  const ids = [...new Set([...requested.keys(), ...progressed.keys()])]
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .slice(0, wanted.take);
  const turned = await byTape(clockTurns, { where: { tape: In(ids) } });
  return ids.map((tape) => {
    const asked = requested.get(tape);
    const progress = progressed.get(tape) ?? notBegun;
    const turns = turned.get(tape);
    const { tape: _, header = null, ...request } = asked ?? {};
    return {
      tape,
      header: progress.header ?? header,
      facts: progress.facts,
      time: progress.time,
      isClosed: progress.isClosed,
      tapeHash: progress.tapeHash,
      failure: progress.failure,
      request: asked === undefined ? null : (request as NonNullable<TapeState['request']>),
      isPaused: turns?.isPaused ?? false,
      speed: turns?.speed ?? asked?.speed ?? null,
    };
  });
}

type Progress = Omit<RowOf<typeof tapeProgress>, 'tape'>;

/** The progress of a tape without a row. */
const notBegun: Progress = {
  header: null,
  facts: 0,
  time: 0,
  isClosed: false,
  tapeHash: null,
  failure: null,
};
