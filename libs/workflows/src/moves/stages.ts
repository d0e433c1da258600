/** The two stages in which answers are graded: what judges are asked in each, from the answers and the one before. */

import { whoOf, type AnswerToGrade, type GradingStage } from '../judging/grading-stage.js';
import { rubricInput } from '../judging/judgment.js';
import { withheld } from '../judging/shown-to-judges.js';
import type { GradedSolution } from './judgments/grading.js';
import { groundingSchema, pooledClaims, type GroundedSolution } from './judgments/grounding.js';
import { gradingTerms, type GradingTerms, type Rubric } from './rubric.js';
import { citationsIn, citedFiles } from './text/citations.js';
import { searchLiterally } from './text/literal-search.js';

type Answer = AnswerToGrade<string, Rubric>;

/** The name of a text that judges read; files stand behind a folder, so that none is taken for another text. */
const fileInput = (name: string): string => `files/${name}`.slice(-200);

export const groundingStage: GradingStage<string, Rubric> = {
  workflow: 'moves-grounding',
  tasksOf: ({ answers, terms: given }) => {
    const { claims } = gradingTerms.parse(given);
    return answers.map((answer) => groundingTask(answer, claims));
  },
};

function groundingTask(answer: Answer, claims: GradingTerms['claims']) {
  const report = withheld(answer.answer, answer);
  const names = [...answer.texts.keys()];
  const citations = citationsIn(report, names);
  const cited = citedFiles(citations, names);
  const shown = claims === 'all' ? names : cited;
  const files = new Map(shown.map((name) => [name, answer.texts.get(name)!()]));
  const found = searchLiterally(report, files, citations);
  const counts = { cited: cited.length, files: names.length };
  const solution: GroundedSolution = { ...whoOf(answer), ...counts };
  const which = claims === 'all' ? 'all files of the task' : 'the files that the report cites';
  return {
    id: answer.id,
    instruction:
      'Check the factual claims of report, which somebody wrote on a topic, against the texts below files/: ' +
      `${shown.length === 0 ? 'there are none, as it cites none' : which}. found has what code looked up.`,
    inputs: {
      ...{ report, found: JSON.stringify(found) },
      ...Object.fromEntries([...files].map(([name, text]) => [fileInput(name), text])),
    },
    solution,
  };
}

export const gradingStage: GradingStage<string, Rubric> = {
  workflow: 'moves-grading',
  tasksOf: ({ answers, before, terms: given }) => {
    const { claims } = gradingTerms.parse(given);
    const byAgent = Map.groupBy(answers, ({ agent }) => agent);
    return answers.flatMap((answer) => {
      const judged = before.flatMap(
        (run) => groundingSchema.safeParse(run.answers.get(answer.id)).data ?? [],
      );
      // Without a valid grounding, and without a rubric, an answer is not graded.
      if (judged.length === 0 || answer.solution === null) return [];
      const own = byAgent.get(answer.agent)!;
      const answered = { attempts: own.length, tasks: new Set(own.map(({ task }) => task)).size };
      const report = withheld(answer.answer, answer);
      const grounded = pooledClaims(report, judged);
      const known = { ...{ answered, report, grounded }, rubric: answer.solution };
      return gradingTasks(answer, known, claims);
    });
  },
};

interface Known extends Pick<GradedSolution, 'rubric' | 'answered'> {
  readonly report: string;
  readonly grounded: ReturnType<typeof pooledClaims>;
}

function gradingTasks(answer: Answer, known: Known, claims: GradingTerms['claims']) {
  const { id, instruction: topic, trace, texts } = answer;
  const { report, grounded, ...others } = known;
  const calls = trace?.calls.filter(({ tool }) => tool !== 'submit_answer').length ?? null;
  const shared = { ...whoOf(answer), ...others, answer: id, steps: trace?.steps ?? null, calls };
  const citations = citationsIn(report, [...texts.keys()]).map(({ from, to }) => ({ from, to }));
  const coverage: GradedSolution = { ...shared, asks: 'coverage', grounded, report, citations };
  const synthesis: GradedSolution = { ...shared, asks: 'synthesis' };
  const rule = claims === 'cited' ? 'Claims are to be cited.' : 'Claims need no citation.';
  return [
    {
      id: `${id}-coverage`,
      instruction: `Coverage: which moves of rubric the report makes. ${rule} flagged are claims that no file holds.`,
      inputs: {
        ...{ report, topic, flagged: JSON.stringify(grounded.flagged) },
        [rubricInput]: JSON.stringify({ themes: known.rubric.themes }),
      },
      solution: coverage,
    },
    {
      id: `${id}-synthesis`,
      instruction: 'Synthesis: whether the report reconciles data that stand against each other.',
      inputs: { report, topic },
      solution: synthesis,
    },
  ];
}
