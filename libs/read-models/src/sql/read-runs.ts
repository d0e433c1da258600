/** Runs with their status and progress: plan, decisions, journal, cancellation, figures and tape in one row. */

import { excerpt, invalidInput } from '#values';
import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import {
  type RunFilter,
  type RunState,
  type StatusCounts,
  runStatuses,
  type RunStatus,
} from '../tables/read-models.js';
import { projections } from '../tables/tables.js';
import type { SqlReader, SqlRow, SqlValue } from './sql-store.js';

/** A run is what the first of these says of it. */
const status = `CASE
  WHEN p.failure IS NOT NULL OR d.failure IS NOT NULL THEN 'failed'
  WHEN p.journal_hash IS NOT NULL THEN 'finished'
  WHEN c.run IS NOT NULL THEN 'cancelled'
  WHEN t.failure IS NOT NULL THEN 'failed'
  WHEN p.run IS NOT NULL OR d.run IS NOT NULL THEN 'running'
  ELSE 'submitted' END`;

/** What its tape failed of fails a run that was not over before. */
const failure = `COALESCE(p.failure, d.failure,
  CASE WHEN p.journal_hash IS NULL AND c.run IS NULL THEN t.failure END)`;

/** Beside the runs `r` and what else stands in `from`. */
const joined = (reader: SqlReader, from = `${reader.name(projections.runs)} r`): string => `
  FROM ${from}
  LEFT JOIN ${reader.name(projections.runProgress)} p ON p.run = r.run
  LEFT JOIN ${reader.name(projections.decisionProgress)} d ON d.run = r.run
  LEFT JOIN ${reader.name(projections.cancellations)} c ON c.run = r.run
  LEFT JOIN ${reader.name(projections.scores)} s ON s.run = r.run
  LEFT JOIN ${reader.name(projections.taskScores)} q ON q.run = r.run
  LEFT JOIN ${reader.name(projections.tapeProgress)} t ON t.tape = r.tape
  LEFT JOIN ${reader.name(projections.clockTurns)} k ON k.tape = r.tape`;

const columns = `r.run AS "run", r.label AS "label", r.submission AS "submission", r.tape AS "tape",
  r.plan AS "plan", ${status} AS "status", COALESCE(p.records, 0) AS "records",
  COALESCE(p.as_of, 0) AS "asOf", COALESCE(p.time, 0) AS "time",
  COALESCE(d.decisions, 0) AS "decisions", COALESCE(d.watermark, 0) AS "watermark",
  p.journal_hash AS "journalHash", p.tape_hash AS "tapeHash",
  ${failure} AS "failure", c.reason AS "cancelReason", COALESCE(s.run, q.run) AS "scored",
  t.facts AS "tapeFacts", t.is_closed AS "tapeClosed", k.is_paused AS "tapePaused", d.wait AS "wait"`;

/** Runs in the order of their ids. `InvalidInput` for a status that there is not. */
export async function readRuns(
  reader: SqlReader,
  filter: RunFilter,
  page: Page,
): Promise<PageOf<RunState>> {
  const limit = limitOf(page);
  const after = keyAfter('runs', projections.runs.keys, page);
  const { conditions, values } = filtered(reader, filter);
  if (after !== undefined) {
    conditions.push('r.run > ?');
    values.push(...after);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = await reader.query(
    `SELECT ${columns} ${joined(reader)} ${where} ORDER BY r.run LIMIT ?`,
    [...values, limit + 1],
  );
  return pageOf('runs', rows.map(runState), limit, ({ run }) => [run]);
}

export async function readRun(reader: SqlReader, run: string): Promise<RunState | undefined> {
  const sql = `SELECT ${columns} ${joined(reader)} WHERE r.run = ?`;
  const [row] = await reader.query(sql, [run]);
  return row === undefined ? undefined : runState(row);
}

/** How many runs have each status; runs of a submission that are not known yet are submitted. */
export async function countRuns(reader: SqlReader, filter: RunFilter): Promise<StatusCounts> {
  const { submission, ...others } = filter;
  const { conditions, values } = filtered(reader, others);
  let from: string | undefined;
  if (submission !== undefined) {
    from = `(${runsOf(reader)}) w LEFT JOIN ${reader.name(projections.runs)} r ON r.run = w.run`;
    values.unshift(submission);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = await reader.query(
    `SELECT v.status AS "status", COUNT(*) AS "runs"
     FROM (SELECT ${status} AS status ${joined(reader, from)} ${where}) v GROUP BY v.status`,
    values,
  );
  const counts = new Map(rows.map((row) => [row['status'], Number(row['runs'])]));
  const entries = runStatuses.map((name) => [name, counts.get(name) ?? 0]);
  return Object.fromEntries(entries) as StatusCounts;
}

const runsOf = (reader: SqlReader): string =>
  `SELECT m.run FROM ${reader.name(projections.submissionRuns)} m WHERE m.submission = ?`;

function filtered(
  reader: SqlReader,
  filter: RunFilter,
): { conditions: string[]; values: SqlValue[] } {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (condition: string, value: string | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  add(`r.run IN (${runsOf(reader)})`, filter.submission);
  add('r.tape = ?', filter.tape);
  add(`${status} = ?`, filter.status === undefined ? undefined : knownStatus(filter.status));
  return { conditions, values };
}

function knownStatus(name: string): RunStatus {
  const found = runStatuses.find((known) => known === name);
  if (found !== undefined) return found;
  const expected = runStatuses.join(', ');
  throw invalidInput('no such status', { where: 'status', expected, found: excerpt(name) });
}

function runState(row: SqlRow): RunState {
  const { plan, wait, scored, tapeFacts, tapeClosed, tapePaused, ...rest } = row;
  const numbers = ['records', 'asOf', 'time', 'decisions', 'watermark'] as const;
  const asNumbers = Object.fromEntries(numbers.map((name) => [name, Number(row[name])]));
  return {
    ...rest,
    ...asNumbers,
    plan: JSON.parse(plan as string) as RunState['plan'],
    wait: wait === null ? null : (JSON.parse(wait as string) as RunState['wait']),
    isScored: scored !== null,
    tapeFacts: tapeFacts === null ? null : Number(tapeFacts),
    isTapeClosed: Boolean(tapeClosed),
    isTapePaused: Boolean(tapePaused),
  } as RunState;
}
