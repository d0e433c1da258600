/**
 * The second stage: judges score six dimensions of each report, and decide which arguments of
 * its tree hold up.
 */

import { shareFigure } from '#metrics/sample/figure';
import { meanFigure } from '#metrics/sample/return-sample';
import type { GradingStage, StageInput, StageTask } from '../../workflow/grading-stage.js';
import { judgeDefaults } from '../../tasks/agent-defaults.js';
import { unreadSection } from '../../judging/unread-judgments.js';
import { taskWorkflow } from '../../tasks/task-workflow.js';
import { numberedNodes } from '../terms/logic-tree.js';
import { gradingPrompts } from '../terms/research-prompts.js';
import {
  researchTerms,
  shownReport,
  whoOf,
  type ResearchReport,
  type ResearchSolution,
  type ResearchTerms,
} from '../terms/research-solution.js';
import { measuresOf } from '../text/report-measures.js';
import { knownTree, treeIn, treeText } from '../tree/found-tree.js';
import { treeJudgment } from '../tree/tree-workflow.js';
import { askedNames, instructionOf, scoreNames, versionOf, type Asked } from './dimensions.js';
import {
  argumentsInput,
  gradedReports,
  gradedSolution,
  gradingDefect,
  gradingJudgment,
  type GradedSolution,
  type GradingJudgment,
} from './graded-report.js';
import { gradingSections } from './grading-sections.js';

type Before = StageInput['before'];

export const gradingStage: GradingStage<string, ResearchSolution> = {
  workflow: 'research-grading',
  tasksOf: ({ answers, before }) => answers.flatMap((answer) => tasksOn(answer, before)),
};

/**
 * Tasks of one report. Ids do not reveal who answered; those of an answer do not reveal who
 * extracted its tree.
 */
function tasksOn(answer: ResearchReport, before: Before): StageTask[] {
  const { text, figures } = shownReport(answer);
  const { found, ...repairs } = treeOf(answer.id, text, before) ?? {};
  const tree = found?.tree ?? null;
  const truth = knownTree(answer.solution, text);
  const report: GradedSolution['report'] = {
    text,
    ...measuresOf(answer.answer),
    figures: figures.length,
    ...repairs,
    ...(truth !== undefined && { truth }),
  };
  const treeInput: Record<string, string> = tree === null ? {} : { tree: treeText(tree) };
  const ids = numberedNodes(tree).flatMap((node) => (node.kind === 'argument' ? node.id : []));
  const inputsOf: Partial<Record<Asked, Readonly<Record<string, string>>>> = {
    visualLinguisticSynergy: Object.fromEntries(
      figures.map((figure, at) => [`figure-${at + 1}`, figure]),
    ),
    analysisFrameworkQuality: treeInput,
    logicConsistency: treeInput,
    support: { ...treeInput, [argumentsInput]: JSON.stringify(ids) },
  };
  // Without figures, a report scores 0 for them and no judge is asked.
  const needs: Partial<Record<Asked, number>> = {
    visualLinguisticSynergy: figures.length,
    support: ids.length,
  };
  const names = askedNames.filter((asks) => needs[asks] !== 0);
  return names.map((asks, at) => ({
    id: `${answer.id}-${versionOf(asks).replace(/-[0-9]+$/, '')}`,
    instruction: instructionOf(asks),
    inputs: { report: text, topic: answer.instruction, ...inputsOf[asks] },
    solution: {
      ...whoOf(answer),
      answer: answer.id,
      asks,
      ...(at === 0 && { report }),
    } satisfies GradedSolution,
  }));
}

/** The first valid tree in the order of judges and repeats: it counts. */
function treeOf(id: string, text: string, before: Before) {
  for (const { judge, repeat, answers } of before) {
    const { data } = treeJudgment.safeParse(answers.get(id));
    const found = data && treeIn(data.tree, text);
    if (data && found) return { treeOf: `${judge} ${repeat + 1}`, tree: data.tree, found };
  }
  return undefined;
}

export const researchGrading = taskWorkflow<GradingJudgment, GradedSolution, ResearchTerms>({
  name: gradingStage.workflow,
  terms: researchTerms,
  answer: gradingJudgment,
  solution: gradedSolution,
  prompts: gradingPrompts,
  agentDefaults: judgeDefaults,
  defect: gradingDefect,
  // The rule that extracts trees has no view of anything else: it leaves all of it unscored.
  toolRules: { outline: () => {} },
  score: (answered) => {
    const { due, answers } = answered;
    const scores = gradedReports('', answered).map(({ values }) => values);
    const none = 'nothing was graded';
    return {
      judged: shareFigure(answers.size, due, none),
      graded: meanFigure(
        scores.map(({ final }) => Number(final !== null)),
        none,
      ),
      ...Object.fromEntries(
        scoreNames.map((name) => {
          const known = scores.flatMap((own) => own[name] ?? []);
          return [name, meanFigure(known, none)];
        }),
      ),
    };
  },
  sections: (runs) => {
    const reports = [...runs].flatMap(([judge, run]) => gradedReports(judge, run));
    return [...gradingSections(reports, [...runs.keys()]), ...unreadSection(runs)];
  },
});
