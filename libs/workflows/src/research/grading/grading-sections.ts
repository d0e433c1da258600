/** What a report shows of graded reports: ten dimensions, trees and words, expert's reports beside others, judges. */

import { logicTreesMax, type LogicTreePicture } from '#contracts/report-pictures';
import type { ReportSection } from '#contracts/result';
import { krippendorffAlpha } from '#metrics/agreement/coefficients';
import { levelDefault } from '#metrics/intervals';
import { overRuns } from '#metrics/repeats/over-runs';
import { meanOf } from '#metrics/return-sample';
import { bounds, radarOf, tableSection, type Rows } from '../../report-section.js';
import { shapeOf } from '../logic-tree.js';
import { rootDepthDefault } from '../rule-metrics.js';
import type { Extracted } from '../tree/extracted-tree.js';
import { numberedNodes } from '../tree/found-tree.js';
import { similaritySections } from '../tree/tree-sections.js';
import { similarityOf } from '../tree/tree-similarity.js';
import { dimensionNames, dimensionTitles, judgedNames, type DimensionName } from './dimensions.js';
import { dimensionsOf, finalOf, type GradedReport } from './graded-report.js';

type Reports = readonly GradedReport[];
type Measure = (report: GradedReport) => number | null | undefined;

/** The agent whose reports people wrote, by convention. */
const expert = 'expert';

export function gradingSections(reports: Reports, judges: readonly string[]): ReportSection[] {
  if (reports.length === 0) return [];
  const byAgent = [...Map.groupBy(reports, ({ agent }) => agent)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const lead = reports.filter(({ judge }) => judge === judges[0]);
  return [
    dimensionSection(byAgent),
    rootDepthSection(byAgent),
    treeSection(byAgent),
    ...similaritySections([['trees that count', lead.flatMap(extractedOf)]]),
    ...expertSection(byAgent),
    agreementSection(reports, judges),
    ...drawnSection(lead),
  ];
}

type ByAgent = readonly (readonly [agent: string, reports: Reports])[];

const known = (values: readonly (number | null | undefined)[]): number[] =>
  values.flatMap((value) => value ?? []);

/** By task, the mean over attempts and judges: a question that was answered twice is no more questions. */
function taskMeans(reports: Reports, measure: Measure): Map<string, number> {
  const byTask = [...Map.groupBy(reports, ({ task }) => task)].flatMap(([task, own]) => {
    const values = known(own.map(measure));
    return values.length === 0 ? [] : [[task, meanOf(values)] as const];
  });
  return new Map(byTask);
}

function meanOver(reports: Reports, measure: Measure): number | null {
  const means = [...taskMeans(reports, measure).values()];
  return means.length === 0 ? null : meanOf(means);
}

const scoreOf =
  (name: DimensionName): Measure =>
  (report) =>
    dimensionsOf(report)[name];
const finalMeasure: Measure = (report) => finalOf(report);
const titles = dimensionNames.map((name) => dimensionTitles[name]);

function dimensionSection(byAgent: ByAgent): ReportSection {
  const means = (own: Reports) => dimensionNames.map((name) => meanOver(own, scoreOf(name)));
  const rows = byAgent.flatMap(([agent, all]) =>
    [...Map.groupBy(all, ({ judge }) => judge), ['all judges', all] as const].map(
      ([judge, own]) => {
        const finals = [...taskMeans(own, finalMeasure).values()];
        const spread = finals.length === 0 ? null : overRuns(finals, levelDefault);
        const ends = bounds(spread?.overRuns ?? null);
        const graded = known(own.map(finalMeasure)).length;
        return [agent, judge, own.length, graded, spread?.mean ?? null, ...ends, ...means(own)];
      },
    ),
  );
  const section = tableSection(
    'Dimensions',
    ['Configuration|Judge|#Reports|#Graded|#Final|#Low|#High', ...titles].join('|#'),
    rows,
    'From 0 to 100, means over attempts at a task and then over tasks; final is the mean of all ten. Analysis width, ' +
      'analysis depth, information density and paragraph richness follow by rule; analysis depth takes the depth of ' +
      `the root as ${rootDepthDefault}. A report that lacks a judgment, or a tree, has no final score: it is left ` +
      'out, and never 0. The interval is that of the mean over tasks, 95 %.',
    'Visual-linguistic synergy of a report without figures is 0, and no judge is asked.',
  );
  const series = byAgent.map(([title, own]) => ({ title, values: means(own) }));
  return { ...section, ...radarOf(titles, 100, series) };
}

function rootDepthSection(byAgent: ByAgent): ReportSection {
  const rows = byAgent.map(([agent, own]) => [
    agent,
    ...([0, 1] as const).flatMap((depth) => [
      meanOver(own, (report) => dimensionsOf(report, depth).analysisDepth),
      meanOver(own, (report) => finalOf(report, depth)),
    ]),
  ]);
  return tableSection(
    'Depth of the root',
    'Configuration|#Analysis depth, root at 0|#Final, root at 0|#Analysis depth, root at 1|#Final, root at 1',
    rows,
    `The paper leaves open how deep a root is; ${rootDepthDefault} is the default. No other dimension depends on it.`,
  );
}

function treeSection(byAgent: ByAgent): ReportSection {
  const shape =
    (name: 'nodes' | 'evidence' | 'width' | 'deepest' | 'leafDepth'): Measure =>
    ({ found }) =>
      found && shapeOf(found.tree)[name];
  const measures: Measure[] = [
    ...(['nodes', 'evidence', 'width', 'deepest', 'leafDepth'] as const).map(shape),
    ({ found }) => found?.repairs.dropped,
    ({ supported }) => supported && meanOf(Object.values(supported).map(Number)),
    ...(['words', 'subtitles', 'wordsPerSubtitle', 'figures'] as const).map(
      (name): Measure =>
        ({ report }) =>
          report[name],
    ),
  ];
  const rows = byAgent.map(([agent, own]) => {
    const answers = Map.groupBy(own, ({ answer }) => answer);
    const trees = [...answers.values()].filter(([one]) => one!.found !== undefined).length;
    return [agent, answers.size, trees, ...measures.map((measure) => meanOver(own, measure))];
  });
  return tableSection(
    'Trees and words',
    'Configuration|#Reports|#Trees|#Nodes|#Evidence|#Width|#Deepest|#Leaf depth|#Dropped|%Supported|#Words|' +
      '#Subtitles|#Words a subtitle|#Figures',
    rows,
    'Means a report, with the root at depth 0. The tree that counts is that of the first judge and repeat, in the ' +
      'order of the scenario, whose tree is valid. Supported is the share of arguments that the nodes below them ' +
      'support; it is no part of the final score. A word is what white space surrounds, and each CJK character; a ' +
      'report without a subtitle is one section.',
  );
}

/** A report whose true tree is known, as trees are compared. */
function extractedOf({ answer: id, report, found, ...who }: GradedReport): Extracted[] {
  const { text, words, truth: tree } = report;
  if (found === undefined || tree === undefined) return [];
  const [shape, truth] = [shapeOf(found.tree), shapeOf(tree)];
  const { agent, run, task, attempt } = who;
  const solution = { agent, run, task, attempt, report: text, words, truth: tree };
  return [{ id, solution, found, shape, truth, similarity: similarityOf(shape, truth) }];
}

/** Others less the expert, on the tasks that both answered; nothing without an expert. */
function expertSection(byAgent: ByAgent): ReportSection[] {
  const own = byAgent.find(([agent]) => agent === expert)?.[1];
  if (own === undefined || byAgent.length < 2) return [];
  const measures: (readonly [string, Measure])[] = [
    ['Final', finalMeasure],
    ...dimensionNames.map((name) => [dimensionTitles[name], scoreOf(name)] as const),
  ];
  const rows = byAgent.flatMap(([agent, reports]) =>
    agent === expert
      ? []
      : measures.flatMap(([title, measure]): Rows => {
          const theirs = taskMeans(own, measure);
          const differences = [...taskMeans(reports, measure)].flatMap(([task, value]) => {
            const other = theirs.get(task);
            return other === undefined ? [] : value - other;
          });
          if (differences.length === 0) return [];
          const { mean, overRuns: interval } = overRuns(differences, levelDefault);
          return [[agent, title, differences.length, mean, ...bounds(interval)]];
        }),
  );
  return [
    tableSection(
      'Against the expert',
      'Configuration|Dimension|#Tasks|#Difference|#Low|#High',
      rows,
      `Paired differences to ${expert}, by task: below 0 the expert is better. The interval is that of the mean, ` +
        '95 %; one that leaves out 0 says that the two differ.',
    ),
  ];
}

function agreementSection(reports: Reports, judges: readonly string[]): ReportSection {
  const byAnswer = [...Map.groupBy(reports, ({ answer }) => answer).values()];
  const unitsOf = (value: (report: GradedReport) => number | undefined) =>
    byAnswer.map((own) =>
      judges.map((judge) => {
        const report = own.find((one) => one.judge === judge);
        return (report && value(report)) ?? null;
      }),
    );
  const scores = judgedNames.map((name) => {
    // The 0 of a report without figures comes from no judge.
    const given = ({ judged, report: { figures } }: GradedReport) =>
      name === 'visualLinguisticSynergy' && figures === 0 ? undefined : judged[name];
    return [
      dimensionTitles[name],
      krippendorffAlpha(unitsOf(given), 'interval', { seed: name }),
    ] as const;
  });
  const ids = (own: Reports) => [
    ...new Set(own.flatMap((one) => Object.keys(one.supported ?? {}))),
  ];
  const support = byAnswer.flatMap((own) =>
    ids(own).map((id) =>
      judges.map((judge) => {
        const said = own.find((one) => one.judge === judge)?.supported?.[id];
        return said === undefined ? null : Number(said);
      }),
    ),
  );
  const supported = krippendorffAlpha(support, 'nominal', { seed: 'support' });
  const rows = [...scores, ['Support of arguments', supported] as const].map(
    ([title, { units, coefficient, interval }]) => {
      return [title, units, coefficient.value, ...bounds(interval)];
    },
  );
  return tableSection(
    'Agreement of judges',
    'Of|#Units|#Alpha|#Low|#High',
    rows,
    'Krippendorff’s alpha over all judges and repeats, of what two or more of them judged: 1 is full agreement, 0 ' +
      'what chance gives. Scores are on an interval scale, support is a label.',
  );
}

/** Nothing where no report has a tree. */
function drawnSection(reports: Reports): ReportSection[] {
  const trees = reports.flatMap(({ agent, task, attempt, report, found, supported }) => {
    const nodes = numberedNodes(found?.tree ?? null).map(({ id, depth, kind, from, to }) => {
      return { depth, kind, from, to, supported: supported?.[id] ?? null };
    });
    if (nodes.length === 0) return [];
    const title = `${agent}, ${task}, attempt ${attempt + 1}, tree of ${report.treeOf ?? 'nobody'}`;
    return [{ title, report: report.text, nodes }] satisfies LogicTreePicture[];
  });
  if (trees.length === 0) return [];
  const logicTrees = trees.slice(0, logicTreesMax);
  const text =
    `${logicTrees.length} of ${trees.length} trees, in the order in which answers were judged. An argument folds and ` +
    'unfolds; each node leads to its sentence in the report below the tree. An argument that the nodes below it do ' +
    'not support, by the first judge, is marked.';
  return [{ title: 'Logic trees', text: [text], table: null, logicTrees }];
}
