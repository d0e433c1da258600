/** Step 7: decisions as received, many to a row; existing ones move over. Long lists may now be compressed. */

import { inflateSync } from 'node:zlib';
import type { DataSourceOptions, MigrationInterface, QueryRunner } from 'typeorm';
import { placeOf } from './place-of.js';
import { tableOf } from './table-of.js';

const parts = tableOf('decision_parts', {
  run: 'text key',
  first: 'bigint key',
  last: 'bigint',
  decisions: 'text',
});
const former = tableOf('decisions', {
  run: 'text key',
  number: 'bigint key',
  as_of: 'bigint',
  time: 'bigint',
  type: 'text',
  decision: 'text null',
  rationale: 'text null',
  reason: 'text null',
});
/** Decisions of a row that is made of former ones. */
const decisionsMax = 1000;

export class DecisionParts1763769600007 implements MigrationInterface {
  readonly name = 'DecisionParts1763769600007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(parts);
    await runner.query(joining(runner.connection.options));
    await runner.dropTable(former.name);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createTable(former);
    for (let rows = await some(runner); rows.length > 0; rows = await some(runner)) {
      for (const row of rows) await part(row, runner);
    }
    await runner.dropTable(parts.name);
    await unpackJournal(runner);
  }
}

/** The messages of these decisions are below the checkpoint, so they will not be read again. */
function joining(options: DataSourceOptions): string {
  const isPostgres = options.type === 'postgres';
  const json = (column: string): string =>
    isPostgres ? `COALESCE(to_json(${column})::text, 'null')` : `json_quote(${column})`;
  const event = `'{"type":' || ${json('"type"')} || ',"asOf":' || "as_of" || ',"time":' || "time" ||
    CASE WHEN "decision" IS NOT NULL
         THEN ',"decision":' || "decision" || ',"rationale":' || ${json('"rationale"')}
         WHEN "reason" IS NOT NULL THEN ',"reason":' || ${json('"reason"')} ELSE '' END || '}'`;
  const joined = `${isPostgres ? 'string_agg' : 'group_concat'}(d.event, ',' ORDER BY d."number")`;
  return `INSERT INTO ${placeOf(parts.name, options)} ("run", "first", "last", "decisions")
    SELECT d."run", MIN(d."number"), MAX(d."number"), '[' || ${joined} || ']'
    FROM (SELECT "run", "number", ${event} AS event FROM ${placeOf(former.name, options)}) d
    GROUP BY d."run", (d."number" - 1) / ${decisionsMax}`;
}

interface PartRow {
  readonly run: string;
  readonly first: number | string;
  readonly text: string;
}

const some = (runner: QueryRunner): Promise<PartRow[]> =>
  runner.query(
    `SELECT "run", "first", "decisions" AS "text" FROM ${placeOf(parts.name, runner.connection.options)} LIMIT 10`,
  );

/** A row that moves back. */
async function part({ run, first, text }: PartRow, runner: QueryRunner): Promise<void> {
  const { options } = runner.connection;
  const columns = former.columns.map(({ name }) => `"${name}"`).join(', ');
  const into = `INSERT INTO ${placeOf(former.name, options)} (${columns}) VALUES (${marks(8, options)})`;
  const decisions = (JSON.parse(unpacked(text)) as Decision[]).filter(({ type }) => !isLater(type));
  for (const [index, one] of decisions.entries()) {
    const { asOf, time, type, decision, rationale = null, reason = null } = one;
    // No column of Postgres takes a NUL.
    const shown = reason?.replaceAll('\0', '\uFFFD').toWellFormed() ?? null;
    const made = decision === undefined ? null : JSON.stringify(decision);
    await runner.query(into, [
      run,
      Number(first) + index,
      asOf,
      time,
      type,
      made,
      rationale,
      shown,
    ]);
  }
  const [one, two] = marks(2, options).split(', ');
  await runner.query(
    `DELETE FROM ${placeOf(parts.name, options)} WHERE "run" = ${one} AND "first" = ${two}`,
    [run, first],
  );
}

/** Events that precede a decision have no number, and no row in earlier tables. */
const isLater = (type: string): boolean => type === 'ToolsCalled' || type === 'PriceDisputed';

interface Decision {
  readonly asOf: number;
  readonly time: number;
  readonly type: string;
  readonly decision?: object;
  readonly rationale?: string | null;
  readonly reason?: string;
}

async function unpackJournal(runner: QueryRunner): Promise<void> {
  const { options } = runner.connection;
  const [name, [one, two, three]] = [placeOf('journal', options), marks(3, options).split(', ')];
  for (;;) {
    const rows = (await runner.query(
      `SELECT "run", "first", "events" AS "text" FROM ${name} WHERE "events" LIKE 'e%' LIMIT 10`,
    )) as PartRow[];
    if (rows.length === 0) return;
    for (const { run, first, text } of rows) {
      await runner.query(
        `UPDATE ${name} SET "events" = ${one} WHERE "run" = ${two} AND "first" = ${three}`,
        [unpacked(text), run, first],
      );
    }
  }
}

/** JSON text of a list begins with a bracket, a compressed one with the `e` of Base64 of zlib's first byte. */
const unpacked = (text: string): string =>
  text.startsWith('e') ? inflateSync(Buffer.from(text, 'base64')).toString() : text;

const marks = (count: number, { type }: DataSourceOptions): string =>
  Array.from({ length: count }, (_, index) => (type === 'postgres' ? `$${index + 1}` : '?')).join(
    ', ',
  );
