/** The two stages in which answers are graded: what judges are asked in each, from the answers and the one before. */

import type { AnswerToGrade, GradingStage, StageInput } from '../judging/grading-stage.js';
import { rubricInput } from '../judging/judgment.js';
import { without } from '../judging/shown-to-judges.js';
import { citationsIn, citedFiles } from './text/citations.js';
import type { GradedSolution } from './judgments/grading.js';
import { groundingSchema, pooledClaims, type GroundedSolution } from './judgments/grounding.js';
import { searchLiterally } from './text/literal-search.js';
import { gradingTerms, type GradingTerms, type Rubric } from './rubric.js';

type Answer = AnswerToGrade<string, Rubric>;
type Input = StageInput<string, Rubric>;

/** The name of a text that judges read; files stand behind a folder, so that none is taken for another text. */
const fileInput = (name: string): string => `files/${name}`.slice(-200);

export const groundingStage: GradingStage<string, Rubric> = {
  workflow: 'moves-grounding',
  tasksOf: ({ answers, terms: given }: Input) => {
    const terms = gradingTerms.parse(given);
    return answers.map((answer) => groundingTask(answer, terms));
  },
};

function groundingTask(answer: Answer, { claims }: GradingTerms) {
  const { agent, run, task, attempt, texts } = answer;
  const report = withheld(answer);
  const names = [...texts.keys()];
  const citations = citationsIn(report, names);
  const cited = citedFiles(citations, names);
  const shown = claims === 'all' ? names : cited;
  const files = new Map(shown.map((name) => [name, texts.get(name)!()]));
  const found = searchLiterally(report, files, citations);
  const solution: GroundedSolution = {
    ...{ agent, run, task, attempt, cited: cited.length, files: names.length },
  };
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
  tasksOf: ({ answers, before, terms: given }: Input) => {
    const terms = gradingTerms.parse(given);
    const byAgent = Map.groupBy(answers, ({ agent }) => agent);
    return answers.flatMap((answer) => {
      const judged = before.flatMap(({ answers: all }) => {
        const { data } = groundingSchema.safeParse(all.get(answer.id));
        return data ?? [];
      });
      // Without a valid grounding, and without a rubric, an answer is not graded.
      if (judged.length === 0 || answer.solution === null) return [];
      const own = byAgent.get(answer.agent)!;
      const tasks = new Set(own.map(({ task }) => task)).size;
      const answered = { attempts: own.length, tasks };
      return gradingTasks(answer, {
        ...{ terms, rubric: answer.solution, answered },
        grounded: pooledClaims(withheld(answer), judged),
      });
    });
  },
};

type Known = Pick<GradedSolution, 'rubric' | 'answered'> & {
  readonly terms: GradingTerms;
  readonly grounded: NonNullable<GradedSolution['grounded']>;
};

function gradingTasks(answer: Answer, { terms, rubric, answered, grounded }: Known) {
  const { agent, run, task, attempt, instruction, trace } = answer;
  const report = withheld(answer);
  const calls = trace?.calls.filter(({ tool }) => tool !== 'submit_answer').length ?? null;
  const solution = {
    ...{ answer: answer.id, agent, run, task, attempt, answered, rubric },
    ...{ steps: trace?.steps ?? null, calls },
  };
  const citations = citationsIn(report, [...answer.texts.keys()]);
  const rule = terms.claims === 'cited' ? 'Claims are to be cited.' : 'Claims need no citation.';
  const coverage: GradedSolution = {
    ...{ ...solution, asks: 'coverage', grounded, report },
    citations: citations.map(({ from, to }) => [from, to]),
  };
  const synthesis: GradedSolution = { ...solution, asks: 'synthesis' };
  return [
    {
      id: `${answer.id}-coverage`,
      instruction: `Coverage: which moves of rubric the report makes. ${rule} flagged are claims that no file holds.`,
      inputs: {
        ...{ report, topic: instruction, flagged: JSON.stringify(grounded.flagged) },
        [rubricInput]: JSON.stringify({ themes: rubric.themes }),
      },
      solution: coverage,
    },
    {
      id: `${answer.id}-synthesis`,
      instruction: 'Synthesis: whether the report reconciles data that stand against each other.',
      inputs: { report, topic: instruction },
      solution: synthesis,
    },
  ];
}

/** The report without the names of its author and its model, where they stand by themselves. */
function withheld({ answer, agent, model }: Answer): string {
  const short = model === null ? '' : model.slice(model.indexOf('/') + 1);
  // A name such as `m` is a word of the text as well.
  const names = [agent, model ?? '', short].filter((name) => name.length > 3 || /\d/.test(name));
  return names.reduce(without, answer);
}
