/** Tapes: what was asked for and how far it is, from either side of which there may be nothing yet. */

import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import type { TapeState } from '../tables/read-models.js';
import { projections } from '../tables/tables.js';
import { columnList, decodedRow } from './row-codec.js';
import type { SqlReader, SqlRow } from './sql-store.js';

const { tapes, tapeProgress, clockTurns } = projections;

/** In the order of their ids. */
export async function readTapes(reader: SqlReader, page: Page): Promise<PageOf<TapeState>> {
  const limit = limitOf(page);
  const after = keyAfter('tapes', tapes.keys, page)?.[0] ?? '';
  // No tape has an empty id, so every id comes behind it.
  const ids = await reader.query(
    `SELECT tape FROM ${reader.name(tapes)} WHERE tape > ?
     UNION SELECT tape FROM ${reader.name(tapeProgress)} WHERE tape > ? ORDER BY tape LIMIT ?`,
    [after, after, limit + 1],
  );
  const found = pageOf('tapes', ids, limit, (row) => [row['tape'] as string]);
  const wanted = found.items.map((row) => row['tape'] as string);
  return { items: await tapeStates(reader, wanted), next: found.next };
}

export async function readTape(reader: SqlReader, tape: string): Promise<TapeState | undefined> {
  const [state] = await tapeStates(reader, [tape]);
  return state;
}

/** The tapes of these ids that are known, in this order. */
async function tapeStates(reader: SqlReader, ids: readonly string[]): Promise<TapeState[]> {
  if (ids.length === 0) return [];
  const list = ids.map(() => '?').join(', ');
  const rowsOf = async (
    table: typeof tapes | typeof tapeProgress | typeof clockTurns,
  ): Promise<SqlRow[]> => {
    const columns = columnList(table, 't');
    const sql = `SELECT ${columns} FROM ${reader.name(table)} t WHERE t.tape IN (${list})`;
    return [...(await reader.query(sql, ids))];
  };
  const requested = byTape(await rowsOf(tapes));
  const progressed = byTape(await rowsOf(tapeProgress));
  const turned = byTape(await rowsOf(clockTurns));
  return ids.flatMap((tape) => {
    const [asked, made] = [requested.get(tape), progressed.get(tape)];
    const states = stateOf(tape, asked, made);
    return states.map((state) => ({ ...state, ...paceOf(state, turned.get(tape)) }));
  });
}

const byTape = (rows: readonly SqlRow[]): Map<string, SqlRow> =>
  new Map(rows.map((row) => [row['tape'] as string, row]));

type Pace = Pick<TapeState, 'isPaused' | 'speed'>;

function paceOf({ request }: Omit<TapeState, keyof Pace>, row: SqlRow | undefined): Pace {
  const turns = row === undefined ? null : decodedRow(clockTurns, row);
  return { isPaused: turns?.isPaused ?? false, speed: turns?.speed ?? request?.speed ?? null };
}

function stateOf(
  tape: string,
  asked: SqlRow | undefined,
  made: SqlRow | undefined,
): Omit<TapeState, keyof Pace>[] {
  if (asked === undefined && made === undefined) return [];
  const request = asked === undefined ? null : decodedRow(tapes, asked);
  const progress = made === undefined ? null : decodedRow(tapeProgress, made);
  const { facts = 0, time = 0, isClosed = false } = progress ?? {};
  const header = progress?.header ?? request?.header ?? null;
  const { tapeHash = null, failure = null } = progress ?? {};
  return [{ tape, header, facts, time, isClosed, tapeHash, failure, request: withoutKey(request) }];
}

function withoutKey(request: InstanceType<typeof tapes.entity> | null): TapeState['request'] {
  if (request === null) return null;
  const { dataset, dataHash, until, badRows, speed } = request;
  return { dataset, dataHash, until, badRows, speed };
}
