/**
 * Runs with their status and progress: plan, decisions, journal, cancellation, figures and
 * tape in one row.
 */

import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { excerpt, invalidInput } from '#values';
import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import type { RunFilter } from '../tables/read-models.js';
import { runStatuses, type RunState, type StatusCounts } from '../tables/shown.js';
import { codecs } from '../tables/table.js';
import { projections } from '../tables/tables.js';

const { runs, submissionRuns } = projections;

/** The first matching condition determines a run's status. */
const status = `CASE
  WHEN p.failure IS NOT NULL OR d.failure IS NOT NULL THEN 'failed'
  WHEN p.journalHash IS NOT NULL THEN 'finished'
  WHEN c.run IS NOT NULL THEN 'cancelled'
  WHEN t.failure IS NOT NULL THEN 'failed'
  WHEN p.run IS NOT NULL OR d.run IS NOT NULL THEN 'running'
  ELSE 'submitted' END`;

/** The failure of its tape fails a run that was not over before. */
const failure = `COALESCE(p.failure, d.failure,
  CASE WHEN p.journalHash IS NULL AND c.run IS NULL THEN t.failure END)`;

/** The query joined with what is known about its runs `r`. */
const joined = <R extends object>(query: SelectQueryBuilder<R>): SelectQueryBuilder<R> =>
  query
    .leftJoin(projections.runProgress.name, 'p', 'p.run = r.run')
    .leftJoin(projections.decisionProgress.name, 'd', 'd.run = r.run')
    .leftJoin(projections.cancellations.name, 'c', 'c.run = r.run')
    .leftJoin(projections.scores.name, 's', 's.run = r.run')
    .leftJoin(projections.tapeProgress.name, 't', 't.tape = r.tape')
    .leftJoin(projections.clockTurns.name, 'k', 'k.tape = r.tape');

const columns = `r.run AS "run", r.label AS "label", r.submission AS "submission", r.tape AS "tape",
  r.plan AS "plan", ${status} AS "status", COALESCE(p.records, 0) AS "records",
  COALESCE(p.asOf, 0) AS "asOf", COALESCE(p.time, 0) AS "time",
  COALESCE(d.decisions, 0) AS "decisions", COALESCE(d.watermark, 0) AS "watermark",
  p.journalHash AS "journalHash", p.tapeHash AS "tapeHash",
  ${failure} AS "failure", c.reason AS "cancelReason", s.run AS "scored",
  t.facts AS "tapeFacts", t.isClosed AS "tapeClosed", k.isPaused AS "tapePaused", d.wait AS "wait"`;

/** Runs in the order of their ids. `InvalidInput` for an unknown status. */
export async function readRuns(
  tables: EntityManager,
  filter: RunFilter,
  page: Page,
): Promise<PageOf<RunState>> {
  const limit = limitOf(page);
  const [after] = keyAfter('runs', runs.keys, page) ?? [];
  const query = filtered(joined(tables.createQueryBuilder(runs.entity, 'r')), filter);
  if (after !== undefined) query.andWhere('r.run > :after', { after });
  const rows = await query
    .select(columns)
    .orderBy('r.run')
    .limit(limit + 1)
    .getRawMany<Row>();
  return pageOf('runs', rows.map(runState), limit, ({ run }) => [run]);
}

export async function readRun(tables: EntityManager, run: string): Promise<RunState | undefined> {
  const query = joined(tables.createQueryBuilder(runs.entity, 'r')).where({ run });
  const row = await query.select(columns).getRawOne<Row>();
  return row === undefined ? undefined : runState(row);
}

/** The number of runs with each status; unknown runs of a submission count as submitted. */
export async function countRuns(
  tables: EntityManager,
  { submission, ...others }: RunFilter,
): Promise<StatusCounts> {
  const all =
    submission === undefined
      ? tables.createQueryBuilder(runs.entity, 'r')
      : tables
          .createQueryBuilder(submissionRuns.entity, 'm')
          .leftJoin(runs.name, 'r', 'r.run = m.run')
          .where({ submission });
  const rows = await filtered(joined<object>(all), others)
    .select(status, 'status')
    .addSelect('COUNT(*)', 'runs')
    .groupBy(status)
    .getRawMany<Row>();
  const counts = new Map(rows.map((row) => [row['status'], Number(row['runs'])]));
  const entries = runStatuses.map((name) => [name, counts.get(name) ?? 0]);
  return Object.fromEntries(entries) as StatusCounts;
}

function filtered<R extends object>(
  query: SelectQueryBuilder<R>,
  { submission, tape, status: wanted }: RunFilter,
): SelectQueryBuilder<R> {
  if (submission !== undefined) {
    const own = query.subQuery().select('m.run').from(submissionRuns.entity, 'm');
    const its = own.where('m.submission = :submission').getQuery();
    query.andWhere(`r.run IN ${its}`, { submission });
  }
  if (tape !== undefined) query.andWhere('r.tape = :tape', { tape });
  if (wanted === undefined) return query;
  if (!runStatuses.includes(wanted)) {
    const expected = runStatuses.join(', ');
    throw invalidInput('no such status', { where: 'status', expected, found: excerpt(wanted) });
  }
  return query.andWhere(`${status} = :wanted`, { wanted });
}

type Row = Readonly<Record<string, unknown>>;

function runState(row: Row): RunState {
  const { plan, wait, scored, tapeFacts, tapeClosed, tapePaused, ...rest } = row;
  const numbers = ['records', 'asOf', 'time', 'decisions', 'watermark'] as const;
  const asNumbers = Object.fromEntries(numbers.map((name) => [name, Number(row[name])]));
  return {
    ...rest,
    ...asNumbers,
    plan: codecs.json.from(plan),
    wait: codecs.json.from(wait),
    isScored: scored !== null,
    tapeFacts: codecs.bigint.from(tapeFacts),
    isTapeClosed: Boolean(tapeClosed),
    isTapePaused: Boolean(tapePaused),
  } as RunState;
}
