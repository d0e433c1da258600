/** The second stage: judges score six dimensions of each report, and say which arguments of its tree are supported. */

import type { GradingStage, StageInput, StageTask } from '../../judging/grading-stage.js';
import {
  shownReport,
  whoOf,
  type ResearchReport,
  type ResearchSolution,
} from '../research-solution.js';
import { measuresOf } from '../text/report-measures.js';
import { treeJudgment } from '../tree/extracted-tree.js';
import { numberedNodes, treeIn, treeText } from '../tree/found-tree.js';
import { judgedDimensions, judgedNames, supportPrompt, type JudgedName } from './dimensions.js';
import { argumentsInput, type GradedSolution } from './graded-report.js';

type Input = StageInput<string, ResearchSolution>;

export const gradingStage: GradingStage<string, ResearchSolution> = {
  workflow: 'research-grading',
  tasksOf: ({ answers, before }: Input) => answers.flatMap((answer) => tasksOn(answer, before)),
};

/** Tasks of one report. Ids do not say who answered; those of an answer do not say who extracted its tree. */
function tasksOn(answer: ResearchReport, before: Input['before']): StageTask[] {
  const { text, figures } = shownReport(answer);
  const trees = treesOf(answer.id, text, before);
  const [first] = trees;
  const tree = first?.found.tree ?? null;
  const treeInput = tree === null ? {} : { tree: treeText(tree) };
  const truth = answer.solution?.tree;
  const report: GradedSolution['report'] = {
    ...{ text, ...measuresOf(answer.answer), figures: figures.length, trees: trees.length },
    ...(first && { tree: first.given }),
    treeOf: first === undefined ? null : first.judge,
    ...(truth !== undefined && { truth }),
  };
  const own = { ...whoOf(answer), answer: answer.id };
  const inputsOf: Partial<Record<JudgedName, Readonly<Record<string, string>>>> = {
    visualLinguisticSynergy: Object.fromEntries(
      figures.map((figure, at) => [`figure-${at + 1}`, figure]),
    ),
    analysisFrameworkQuality: treeInput,
    logicConsistency: treeInput,
  };
  // A report without figures scores 0 there, and no judge is asked.
  const names = judgedNames.filter(
    (name) => name !== 'visualLinguisticSynergy' || figures.length > 0,
  );
  const tasks = names.map((asks, at): StageTask => {
    const { prompt, version } = judgedDimensions[asks];
    const solution: GradedSolution = { ...own, asks, ...(at === 0 && { report }) };
    const id = `${answer.id}-${version.replace(/-[0-9]+$/, '')}`;
    return {
      ...{ id, instruction: `${version}: ${prompt}`, solution },
      inputs: { report: text, topic: answer.instruction, ...inputsOf[asks] },
    };
  });
  const ids = numberedNodes(tree).flatMap((node) => (node.kind === 'argument' ? node.id : []));
  if (ids.length === 0) return tasks;
  const support: GradedSolution = { ...own, asks: 'support' };
  return [
    ...tasks,
    {
      id: `${answer.id}-support`,
      instruction: `${supportPrompt.version}: ${supportPrompt.prompt}`,
      inputs: { report: text, tree: treeText(tree), [argumentsInput]: JSON.stringify(ids) },
      solution: support,
    },
  ];
}

/** Valid trees in the order of judges and repeats; the first counts. */
const treesOf = (id: string, text: string, before: Input['before']) =>
  before.flatMap(({ judge, repeat, answers }) => {
    const { data } = treeJudgment.safeParse(answers.get(id));
    const found = data && treeIn(data.tree, text);
    if (data === undefined || found === undefined) return [];
    return [{ judge: `${judge} ${repeat + 1}`, given: data.tree, found }];
  });
