/**
 * Market insights: a report a week and symbol with a rating of five steps, and the money that
 * the ratings make.
 */

import { z } from 'zod';
import { type Figure, shareFigure } from '#metrics/sample/figure';
import { meanFigure, meanOf } from '#metrics/sample/return-sample';
import {
  type PriceMarks,
  pricePicturesMax,
  pricePointsMax,
} from '#contracts/result/report-pictures';
import type { ReportSection } from '#contracts/result/result';
import { reportDefaults } from '../tasks/agent-defaults.js';
import { type AnsweredTasks, type ReportedTasks, taskWorkflow } from '../tasks/task-workflow.js';
import { bySymbol, type DueReport, dueReports, hitsOf, type ReportRun } from './due-reports.js';
import {
  insightsAnswer,
  type InsightsAnswer,
  insightsTerms,
  type InsightsTerms,
  ratingLine,
} from './insights-answer.js';
import { forwardSection, heldCloses, hitSection, moneySection } from './insights-sections.js';
import { judgedReports } from './judged-reports.js';
import { reportDocuments } from './report-documents.js';
import { pricesOf, reportOf, weekMeasures } from './report/week-measures.js';
import { horizons, moneyOf } from './report/money.js';
import { scoresOfReport } from './report/score-report.js';
import { tableSection } from '../workflow/report-section.js';
import { evidenceFidelity } from './evidence/evidence-fidelity.js';

const drawnRunsMax = 4;
const listedMax = 500;
/** Sessions drawn after the last report: those of the longest horizon. */
const sessionsAfter = Math.max(...horizons);

const rowsMax = 200;

const moneyNames = ['cumulativeReturn', 'sharpeWeekly', 'maxDrawdown'] as const;
const scoreNames = ['quantitativeAlignment', 'structureAndFormat', 'metadataAccuracy'] as const;

/**
 * Money as means over symbols and by symbol, coverage and hit rates as fractions, scores as
 * means over reports.
 */
function figuresOf(run: AnsweredTasks<InsightsAnswer, never, InsightsTerms>) {
  const { answers, measured, due, terms } = run;
  const reports = dueReports(run);
  const answered = reports.filter(({ rating }) => rating !== null).length;
  const symbols = [...bySymbol(reports)].map(
    ([symbol, own]) => [symbol, moneyOf(own, terms.policy)] as const,
  );
  const rated = symbols.length === 1 ? [] : coverageBySymbol(reports);
  const scores = [...answers].flatMap(([task, { report }]) =>
    report === undefined ? [] : [scoresOfReport(report, task, measured)],
  );
  return Object.fromEntries<Figure>([
    ...moneyNames.flatMap((name) => {
      const own = symbols.map(([symbol, money]) => [`${name}.${symbol}`, money[name]] as const);
      const values = symbols.map(([, money]) => money[name]);
      const mean = meanOfFigures(values, 'no report was due');
      return [[name, mean] as const, ...(own.length === 1 ? [] : own)];
    }),
    ['coverage', shareFigure(answered, due, 'no report was due')],
    ...rated,
    ...horizons.map((horizon) => {
      const { count, of } = hitsOf(reports, horizon);
      const none = `no rating has a verdict after ${horizon} sessions`;
      return [`hitRate${horizon}`, shareFigure(count, of, none)] as const;
    }),
    ...scoreNames.map((name) => {
      const own = scores.map((one) => one[name]);
      return [name, meanFigure(own, 'no answer has a report')] as const;
    }),
  ]);
}

const coverageBySymbol = (reports: readonly DueReport[]) =>
  [...bySymbol(reports)].map(([symbol, own]): [string, Figure] => {
    const count = own.filter(({ rating }) => rating !== null).length;
    return [`coverage.${symbol}`, shareFigure(count, own.length, 'no report was due')];
  });

/** The mean of figures that all have a value; `reason` if there is no figure. */
const meanOfFigures = (figures: readonly Figure[], reason: string): Figure =>
  figures.find(({ value }) => value === null) ??
  meanFigure(
    figures.map(({ value }) => value!),
    reason,
  );

export const insights = taskWorkflow<InsightsAnswer, never, InsightsTerms>({
  name: 'insights',
  hasReports: true,
  agentDefaults: reportDefaults,
  terms: insightsTerms,
  answer: insightsAnswer,
  solution: z.never(),
  scriptLine: ratingLine,
  measures: weekMeasures,
  judged: judgedReports,
  documents: reportDocuments,
  tools: async () => [(await import('#tools')).reportGenerationTools],
  publishedTools: async () => [
    (await import('#tools/published/published-servers')).publishedInsights,
  ],
  toolRules: {
    reporter: async (asked) => (await import('./report/write-report.js')).reporter(asked),
  },
  score: figuresOf,
  sections: (runs) => {
    const reported = [...runs].map(([run, answered]) => ({ run, reports: dueReports(answered) }));
    const [first] = runs.values();
    return [
      moneySection(reported, first === undefined ? new Map() : heldCloses(first)),
      hitSection(reported),
      forwardSection(reported),
      ...evidenceSections(runs),
      ratingSection(runs),
    ];
  },
});

/** Covers runs with a report and recorded calls; empty if there is no such run. */
export function evidenceSections(
  runs: ReadonlyMap<string, ReportedTasks<InsightsAnswer, never, InsightsTerms>>,
) {
  const scored = [...runs].map(([run, { answers, asked, traces }]) => {
    const scores = asked.flatMap(({ id: task, asOf }) => {
      const report = answers.get(task)?.report;
      if (report === undefined) return [];
      const calls = traces.get(asOf)?.calls ?? [];
      const score = evidenceFidelity(report, { ...reportOf(task), calls });
      if (score.score === null) return [];
      const numbers = score.numbers.map((number) => ({ ...number, task }));
      return [{ score: score.score, numbers }];
    });
    return { run, scores, numbers: scores.flatMap((one) => one.numbers) };
  });
  const rows = scored.flatMap(({ run, scores, numbers }) => {
    const linked = numbers.filter(({ source }) => source !== null).length;
    const mean = meanOf(scores.map(({ score }) => score));
    const share = numbers.length === 0 ? null : linked / numbers.length;
    return scores.length === 0 ? [] : [[run, scores.length, mean, numbers.length, share]];
  });
  const blind = scored.filter(({ scores }) => scores.length === 0).map(({ run }) => run);
  const unchecked =
    blind.length === 0 ? [] : [`Without a tool call nothing can be checked: ${blind.join(', ')}.`];
  if (rows.length === 0) return [];
  const invented = scored.flatMap(({ run, numbers }) =>
    numbers
      .filter(({ source }) => source === null)
      .map(({ task, line, text }) => [run, task, line, text]),
  );
  const shown = `${Math.min(rowsMax, invented.length)} of ${invented.length} numbers are shown.`;
  return [
    tableSection(
      'Evidence',
      'Run|#Reports|#Evidence fidelity|#Numbers|%With a source',
      rows,
      'Evidence fidelity is a mean, 0 to 5, of what code can check against the recorded tool ' +
        'results; judges score the rest. Numbers are those of the prose, without the table of ' +
        'metrics.',
      ...unchecked,
    ),
    tableSection(
      'Numbers without a source',
      'Run|Task|#Line|Number',
      invented.slice(0, rowsMax),
      `Numbers in the prose that no recorded tool result holds. ${shown}`,
    ),
  ];
}

/** `runs` by their labels. */
export function ratingSection(runs: ReadonlyMap<string, ReportRun>): ReportSection {
  const reported = [...runs].map(([run, own]) => ({ run, own, reports: dueReports(own) }));
  const pictures = reported.slice(0, drawnRunsMax).flatMap(({ run, own, reports }) => {
    const prices = pricesOf(own.measured);
    return [...bySymbol(reports)].map(([symbol, due]): PriceMarks => {
      const sessions = prices[symbol]!.slice(0, due.at(-1)!.at + sessionsAfter + 1);
      const points = thinned(sessions).map(([date, , close]): [string, number] => [date, close]);
      return { title: `${symbol}, ${run}`, points, marks: due.flatMap(markOf) };
    });
  });
  const rows = reported.flatMap(({ run, reports }) =>
    reports.map(({ symbol, date, rating, forward }) => {
      const returns = horizons.map((horizon) => forward.get(horizon) ?? null);
      return [run, symbol, date, rating, ...returns];
    }),
  );
  const isCut = reported.length > drawnRunsMax || pictures.length > pricePicturesMax;
  const section = tableSection(
    'Ratings on the price',
    ['Run|Symbol|Date|Rating', ...horizons.map((days) => `After ${days}`)].join('|%'),
    rows.slice(0, listedMax),
    'Adjusted closes with the ratings at their dates, and the return from a rating’s close to ' +
      'the close so many sessions later.',
    ...(isCut ? [`Shows at most ${drawnRunsMax} runs and ${pricePicturesMax} charts.`] : []),
    ...(rows.length > listedMax ? [`The first ${listedMax} of ${rows.length} are listed.`] : []),
  );
  return { ...section, priceMarks: pictures.slice(0, pricePicturesMax) };
}

/** Evenly thinned sessions, the first and the last among them, as many as a picture may have. */
function thinned<Session>(sessions: readonly Session[]): readonly Session[] {
  const last = sessions.length - 1;
  const every = Math.max(1, Math.ceil(last / (pricePointsMax - 1)));
  return sessions.filter((_, at) => at % every === 0 || at === last);
}

function markOf({ date, rating, forward }: DueReport): PriceMarks['marks'] {
  if (rating === null) return [];
  let tone: 'up' | 'down' | 'flat';
  if (rating.endsWith('BUY')) {
    tone = 'up';
  } else if (rating.endsWith('SELL')) {
    tone = 'down';
  } else {
    tone = 'flat';
  }
  const after = forward.get(5);
  const percent = after === undefined ? 'not known' : `${(after * 100).toFixed(2)}%`;
  return [
    { date, label: rating, tone, text: `${date}: ${rating}, return after 5 sessions ${percent}` },
  ];
}
