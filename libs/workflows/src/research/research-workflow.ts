/**
 * Research: a question on markets, one Markdown document for an answer, graded by judges
 * in two stages.
 */

import { shareFigure } from '#metrics/sample/figure';
import { meanFigure } from '#metrics/sample/return-sample';
import { documentOf } from '../insights/report-documents.js';
import { documentWork } from '../tasks/agent-defaults.js';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { gradingStage } from './grading/grading-workflow.js';
import { researchPrompts } from './terms/research-prompts.js';
import { researchSolution } from './terms/research-solution.js';
import { measuresOf } from './text/report-measures.js';
import { treeStage } from './tree/tree-workflow.js';

export const research = taskWorkflow({
  name: 'research',
  ...documentWork,
  solution: researchSolution,
  prompts: researchPrompts,
  tools: async () => {
    const { fileTools, marketTools, reportGenerationTools } = await import('#tools');
    // No account and no execution policy, since there is no trading.
    const tools = marketTools.tools.filter(({ needsDesk }) => needsDesk !== true);
    return [fileTools, reportGenerationTools, { ...marketTools, tools }];
  },
  graded: { stages: [treeStage, gradingStage] },
  documents: ({ answers, traceOf }) =>
    [...answers].map(([task, text]) => documentOf(task, text, traceOf(task)?.calls ?? [])),
  score: ({ answers, due }) => {
    const all = [...answers.values()].map(measuresOf);
    const mean = (name: 'words' | 'wordsPerSubtitle') => {
      const values = all.map((one) => one[name]);
      return meanFigure(values, 'nothing was answered');
    };
    return {
      answered: shareFigure(answers.size, due, 'no task was due'),
      words: mean('words'),
      wordsPerSubtitle: mean('wordsPerSubtitle'),
    };
  },
});
