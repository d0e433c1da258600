/** Tables of a report on market insights: what the ratings earned, and how often they were right. */

import { wilsonInterval } from '#metrics/proportions/shares';
import { levelDefault } from '#metrics/intervals';
import { bySymbol, hitsOf, type DueReport } from './due-reports.js';
import { policyNames } from './insights-answer.js';
import { horizons, moneyOf, type RatedWeek, type RatingPolicyName } from './money.js';

export interface ReportedRun {
  readonly run: string;
  readonly reports: readonly DueReport[];
}

export function moneySection(runs: readonly ReportedRun[]) {
  const figuresOf = (weeks: readonly RatedWeek[], policy: RatingPolicyName) => {
    const { cumulativeReturn, sharpeWeekly, maxDrawdown } = moneyOf(weeks, policy);
    const figures = [cumulativeReturn, sharpeWeekly, maxDrawdown].map(({ value }) => value);
    return [weeks.length - 1, ...figures];
  };
  const rows = runs.flatMap(({ run, reports }) =>
    [...bySymbol(reports)].flatMap(([symbol, own]) =>
      policyNames.map((policy) => [run, symbol, policy, ...figuresOf(own, policy)]),
    ),
  );
  const held = [...bySymbol(runs[0]?.reports ?? [])].map(([symbol, own]) => {
    const long = own.map((week) => ({ ...week, rating: 'BUY' as const }));
    const figures = figuresOf(long, 'insights-paper');
    return ['buy and hold', symbol, 'on the same dates', ...figures];
  });
  return {
    title: 'Money',
    text: [
      'What the ratings would have earned, marked at report dates alone. The Sharpe ratio is per week, not ' +
        'annualized; n is the number of weekly returns.',
    ],
    table: {
      columns: [
        ...(['Run', 'Symbol', 'Policy'] as const).map((title) => ({
          title,
          format: 'text' as const,
        })),
        { title: 'n', format: 'number' as const },
        { title: 'Return', format: 'percent' as const },
        { title: 'Sharpe, weekly', format: 'number' as const },
        { title: 'Deepest fall', format: 'percent' as const },
      ],
      rows: [...rows, ...held],
    },
  };
}

export function hitSection(runs: readonly ReportedRun[]) {
  const rows = runs.flatMap(({ run, reports }) =>
    horizons.map((horizon) => {
      const hits = hitsOf(reports, horizon);
      const interval = hits.of === 0 ? null : wilsonInterval(hits, levelDefault, hits.independent);
      const share = hits.of === 0 ? null : hits.count / hits.of;
      return [
        run,
        horizon,
        hits.of,
        hits.independent,
        share,
        interval?.low ?? null,
        interval?.high ?? null,
      ];
    }),
  );
  return {
    title: 'Hit rates',
    text: [
      'How often a rating was right after so many sessions, with a Wilson interval of 95 %, which counts only as ' +
        'many ratings as have windows that do not overlap.',
    ],
    table: {
      columns: [
        { title: 'Run', format: 'text' as const },
        { title: 'Sessions', format: 'number' as const },
        { title: 'n', format: 'number' as const },
        { title: 'Not overlapping', format: 'number' as const },
        { title: 'Right', format: 'percent' as const },
        { title: 'Low', format: 'percent' as const },
        { title: 'High', format: 'percent' as const },
      ],
      rows,
    },
  };
}
