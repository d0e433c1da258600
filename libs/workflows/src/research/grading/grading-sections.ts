/**
 * The report on graded reports: ten dimensions, trees and words, experts' reports next to
 * others, judges.
 */

import { logicTreesMax, type LogicTreePicture } from '#contracts/result/report-pictures';
import type { ReportSection } from '#contracts/result/result';
import { knownMean } from '#metrics/sample/return-sample';
import { isComparable } from '../../workflow/answer-marks.js';
import { halvesSection, leftOutSection } from '../../judging/answer-marks.js';
import {
  agreementSection,
  byConfiguration,
  judgedScores,
  ratingsOf,
  type Rated,
  spreadOf,
  taskMeans,
} from '../../workflow/judged-scores.js';
import { radarOf, tableSection, type Rows } from '../../workflow/report-section.js';
import { numberedNodes } from '../terms/logic-tree.js';
import { rootDepthDefault } from '../terms/rule-metrics.js';
import { extractedTree, similaritySections } from '../tree/extracted-trees.js';
import { askedNames, dimensionNames, dimensionTitles, scoreNames } from './dimensions.js';
import type { GradedReport } from './graded-report.js';

type Reports = readonly GradedReport[];
type ByAgent = readonly (readonly [agent: string, reports: Reports])[];
type Value = keyof GradedReport['values'];

/** The agent whose reports people wrote, by convention. */
const expert = 'expert';

export function gradingSections(reports: Reports, judges: readonly string[]): ReportSection[] {
  if (reports.length === 0) return [];
  const comparable = reports.filter(isComparable);
  const byAgent = byConfiguration(comparable);
  const lead = reports.filter(({ judge }) => judge === judges[0]);
  const trees = lead.flatMap(({ found, report }) => (found ? extractedTree(found, report) : []));
  const compared = () => [
    dimensionSection(comparable, byAgent),
    rootDepthSection(byAgent),
    treeSection(byAgent),
  ];
  return [
    ...(comparable.length === 0 ? [] : compared()),
    ...leftOutSection(reports),
    ...halvesSection(reports),
    ...similaritySections([['trees that count', trees]]),
    ...expertSection(byAgent),
    agreement(reports),
    ...drawnSection(lead),
  ];
}

const meansByTask = (reports: Reports, name: Value): Map<string, number> =>
  taskMeans(reports, ({ values }) => values[name] ?? null);

const meansOf = (reports: Reports, names: readonly Value[]): (number | null)[] =>
  names.map((name) => knownMean([...meansByTask(reports, name).values()]));

const titles = Object.values(dimensionTitles);

function dimensionSection(reports: Reports, byAgent: ByAgent): ReportSection {
  const rows = judgedScores(reports).map(({ agent, judge, rows: judged }) => {
    const graded = judged.filter(({ values }) => values.final !== null).length;
    const spread = spreadOf([...meansByTask(judged, 'final').values()]);
    return [agent, judge, judged.length, graded, ...spread, ...meansOf(judged, dimensionNames)];
  });
  const section = tableSection(
    'Dimensions',
    ['Configuration|Judge|#Reports|#Graded|#Final|#Low|#High', ...titles].join('|#'),
    rows,
    'From 0 to 100, means over attempts at a task and then over tasks; final is the mean of ' +
      'all ten. Analysis width, analysis depth, information density and paragraph richness ' +
      `follow by rule; analysis depth takes the depth of the root as ${rootDepthDefault}. A ` +
      'report that lacks a judgment, or a tree, has no final score: it is left out, and never 0; ' +
      'one without figures has 0 in visual-linguistic synergy, and no judge is asked. The ' +
      'interval is that of the mean over tasks, 95%.',
  );
  const series = byAgent.map(([title, own]) => ({ title, values: meansOf(own, dimensionNames) }));
  return { ...section, ...radarOf(titles, 100, series) };
}

function rootDepthSection(byAgent: ByAgent): ReportSection {
  const names = ['depthAt0', 'finalAt0', 'analysisDepth', 'final'] as const;
  const rows = byAgent.map(([agent, own]) => [agent, ...meansOf(own, names)]);
  return tableSection(
    'Depth of the root',
    'Configuration|#Analysis depth, root at 0|#Final, root at 0|#Analysis depth, root at 1|' +
      '#Final, root at 1',
    rows,
    `The paper leaves open how deep a root is; ${rootDepthDefault} is the default. No other ` +
      'dimension depends on it.',
  );
}

function treeSection(byAgent: ByAgent): ReportSection {
  const names = [
    'nodes',
    'evidence',
    'width',
    'deepest',
    'leafDepth',
    'dropped',
    'supported',
    'words',
    'subtitles',
    'wordsPerSubtitle',
    'figures',
  ] as const;
  const rows = byAgent.map(([agent, own]) => {
    const answers = Map.groupBy(own, ({ answer }) => answer);
    const trees = [...answers.values()].filter(([one]) => one!.found !== undefined).length;
    return [agent, answers.size, trees, ...meansOf(own, names)];
  });
  return tableSection(
    'Trees and words',
    'Configuration|#Reports|#Trees|#Nodes|#Evidence|#Width|#Deepest|#Leaf depth|#Dropped|' +
      '%Supported|#Words|#Subtitles|#Words a subtitle|#Figures',
    rows,
    'Means a report, with the root at depth 0. The tree that counts is that of the first judge ' +
      'and repeat, in the order of the scenario, whose tree is valid. Supported is the share of ' +
      'arguments that the nodes below them support; it is no part of the final score. A word is ' +
      'what white space surrounds, and each CJK character.',
  );
}

/** Others minus the expert, on the tasks that both answered; empty without an expert. */
function expertSection(byAgent: ByAgent): ReportSection[] {
  const own = byAgent.find(([agent]) => agent === expert)?.[1];
  if (own === undefined || byAgent.length < 2) return [];
  const others = byAgent.filter(([agent]) => agent !== expert);
  const rows = others.flatMap(([agent, reports]) =>
    scoreNames.flatMap((name, at): Rows => {
      const theirs = meansByTask(own, name);
      const differences = [...meansByTask(reports, name)].flatMap(([task, value]) => {
        const other = theirs.get(task);
        return other === undefined ? [] : value - other;
      });
      if (differences.length === 0) return [];
      return [[agent, titles[at - 1] ?? 'Final', differences.length, ...spreadOf(differences)]];
    }),
  );
  return [
    tableSection(
      'Against the expert',
      'Configuration|Dimension|#Tasks|#Difference|#Low|#High',
      rows,
      `Paired differences to ${expert}, by task: below 0 the expert is better. The interval is ` +
        'that of the mean, 95%; one that leaves out 0 says that the two differ.',
    ),
  ];
}

function agreement(reports: Reports): ReportSection {
  const rated = askedNames.flatMap((name): Rated[] => {
    if (name === 'support') return [];
    const units = ratingsOf(reports, ({ judged }) => judged[name] ?? null);
    return [{ name: dimensionTitles[name], scale: 'interval', units, seed: name }];
  });
  return agreementSection(rated, 'Scores are on an interval scale.');
}

/** Empty if no report has a tree. */
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
    `${logicTrees.length} of ${trees.length} trees, in the order in which answers were judged. ` +
    'An argument folds and unfolds; each node leads to its sentence in the report below the ' +
    'tree. An argument that the nodes below it do not support, by the first judge, is marked.';
  return [{ title: 'Logic trees', text: [text], table: null, logicTrees }];
}
