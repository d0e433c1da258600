/**
 * Judged answers by configuration, judge and task, and how far judges agree: the same tables for
 * all who judge.
 */

import { readSections } from '#contracts/result/read-sections';
import type { ReportSection } from '#contracts/result/result';
import { krippendorffAlpha, type Reliability } from '#metrics/agreement/coefficients';
import { levelDefault } from '#metrics/bootstrap/intervals';
import { overRuns } from '#metrics/repeats/over-runs';
import { knownMean } from '#metrics/sample/return-sample';
import { bounds, tableSection } from './report-section.js';

/** An answer of a configuration to a task, as one judge scored it. */
export interface JudgedRow {
  readonly judge: string;
  /** The configuration that answered. */
  readonly agent: string;
  readonly task: string;
  /** Equal for all judgments of one answer. */
  readonly answer: string;
}

/** Rows by configuration, in the order of their names. */
export const byConfiguration = <Row extends Pick<JudgedRow, 'agent'>>(rows: readonly Row[]) =>
  [...Map.groupBy(rows, ({ agent }) => agent)].sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * The lines of a table of scores: each configuration as each judge scored it, and then over all of
 * them. `overJudges` makes one row of the judgments of an answer; by default all of them count.
 */
export const judgedScores = <Row extends JudgedRow>(
  rows: readonly Row[],
  overJudges: (rows: readonly Row[]) => readonly Row[] = (all) => all,
): JudgedLine<Row>[] =>
  byConfiguration(rows).flatMap(([agent, all]) => {
    const byJudge = [...Map.groupBy(all, ({ judge }) => judge)];
    return [
      ...byJudge.map(([judge, judged]) => ({ agent, judge, rows: judged })),
      { agent, judge: readSections.allJudges, rows: overJudges(all) },
    ];
  });

/** A line of a table of scores. */
export interface JudgedLine<Row> {
  readonly agent: string;
  readonly judge: string;
  readonly rows: readonly Row[];
}

/**
 * Means by task over attempts and judges: a task with several answers still counts once. Rows
 * without a score are left out.
 */
export function taskMeans<Row extends Pick<JudgedRow, 'task'>>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | null,
): Map<string, number> {
  const byTask = [...Map.groupBy(rows, ({ task }) => task)].flatMap(([task, judged]) => {
    const mean = knownMean(judged.map(valueOf));
    return mean === null ? [] : [[task, mean] as const];
  });
  return new Map(byTask);
}

/** The mean of values by task, and the ends of its interval, as cells; null without a value. */
export function spreadOf(values: readonly number[]): (number | null)[] {
  if (values.length === 0) return [null, null, null];
  const { mean, overRuns: interval } = overRuns(values, levelDefault);
  return [mean, ...bounds(interval)];
}

/** Units, coefficient and interval as cells. */
export const reliabilityCells = ({ coefficient, interval, units }: Reliability) => [
  units,
  coefficient.value,
  ...bounds(interval),
];

/** What judges rated: for each unit, the ratings that it got. */
export interface Rated {
  readonly name: string;
  readonly scale: 'interval' | 'nominal';
  readonly units: readonly (readonly (number | null)[])[];
  readonly seed: string;
}

/** The ratings of each answer, in the order of the rows. */
export const ratingsOf = <Row extends Pick<JudgedRow, 'answer'>, Rating>(
  rows: readonly Row[],
  ratingOf: (row: Row) => Rating,
): Rating[][] =>
  [...Map.groupBy(rows, ({ answer }) => answer).values()].map((judged) => judged.map(ratingOf));

/** Krippendorff's alpha of each thing that was rated. */
export const agreementSection = (rated: readonly Rated[], note: string): ReportSection =>
  tableSection(
    'Agreement of judges',
    'Rated|#Units|#Alpha|#Low|#High',
    rated.map(({ name, scale, units, seed }) => [
      name,
      ...reliabilityCells(krippendorffAlpha(units, scale, { seed })),
    ]),
    'Krippendorff’s alpha over all judges and repeats, of answers with at least two judgments: ' +
      `1 is full agreement, 0 is chance. ${note}`,
  );
