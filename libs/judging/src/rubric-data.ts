/** Rubrics come from a run of their own: its tasks, and the files that follow from its answers. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { jsonLines } from '#contracts/parsing/json-lines';
import { TaskFold } from '#workflows';
import { mergeRubrics, type MergedItem } from '#workflows/judging/rubric-merge';
import {
  dimensionTask,
  type DraftItem,
  partsOfTask,
  rubricDimensions,
  type RubricDraft,
  rubrics,
} from '#workflows/judging/rubric-workflow';
import { foldJournal } from '#backtest/run-folder/own-journal';
import { runsIn } from '#backtest/result/result-recording';
import { writeWhole } from '#backtest/run-folder/run-folder';
import { answersToJudge, type AnswerToJudge } from './judged-answers.js';
import type { RubricLine } from './rubric-files.js';
import {
  readAgents,
  writeScenario,
  type DerivedTasks,
  type ResultFiles,
} from './written-scenario.js';

interface RubricRequest extends ResultFiles {
  /** Two agents of it, of different models. */
  readonly from: readonly string[];
  /** Names the agent that writes the rubrics. */
  readonly writers: string;
  /** Whether a task asks for all dimensions, as those of earlier runs did. */
  readonly isWhole?: boolean;
}

/** Temperatures of the five samples. Source: HERCULEAN, H.2. */
const temperatures = [0.7, 0.75, 0.8, 0.85, 0.9];

/**
 * Writes the data set and the scenario of a run that makes a rubric for each task that both
 * agents answered, one dimension a task; an agent that is a model becomes five, one a temperature.
 * Returns the path of the scenario. Fails as `writeJudging` does, and with `InvalidInput` for
 * agents that are not two, or of one model.
 */
export async function writeRubricTasks(request: RubricRequest): Promise<string> {
  const { file, given: writers } = readAgents(request.writers);
  const derived = await rubricTasks(request, writers.seed);
  const agents = writers.agents.flatMap((agent) =>
    agent['kind'] !== 'llm'
      ? [agent]
      : temperatures.map((temperature) => {
          return { ...agent, id: `${agent.id}-${100 * temperature}`, temperature };
        }),
  );
  return writeScenario(
    request,
    { file, given: { ...writers, agents } },
    { suffix: 'rubrics', ...derived },
  );
}

/** The tasks of such a run. Fails as `writeRubricTasks` does. */
export async function rubricTasks(
  { result, from, isWhole = false }: Pick<RubricRequest, 'result' | 'from' | 'isWhole'>,
  seed: number,
): Promise<DerivedTasks> {
  const { answers, scenario, known, runs } = await answersToJudge(result, seed);
  if (answers.some(({ texts }) => texts['report'] === undefined)) {
    const expected = 'a result with reports';
    throw invalidInput('rubrics are made from reports', {
      where: result,
      expected,
      found: scenario.workflow,
    });
  }
  const [author, rivalAuthor] = authorsOf(from, answers);
  const reports = new Map(answers.map((answer) => [`${answer.agent}\n${answer.task}`, answer]));
  const tasks = [...new Set(answers.map(({ task }) => task))].toSorted().flatMap((task) => {
    const report = reports.get(`${author}\n${task}`);
    const rival = reports.get(`${rivalAuthor}\n${task}`);
    if (report === undefined || rival === undefined) return [];
    return isWhole ? [wholeTask(report, rival)] : dimensionTasks(report, rival);
  });
  if (tasks.length === 0) {
    const expected = 'a task that both agents answered';
    throw invalidInput('nothing to make rubrics from', { where: '--from', expected });
  }
  return {
    workflow: rubrics.name,
    terms: {
      of: scenario.workflow,
      ...(!isWhole && { dimensions: Object.keys(rubricDimensions) }),
    },
    tasks,
    known,
    origin: { runs, authors: [author, rivalAuthor] },
    places: { result: resolve(result) },
  };
}

function authorsOf(from: readonly string[], answers: readonly AnswerToJudge[]) {
  const [author, rival] = from;
  const models = from.map((id) => answers.find(({ agent }) => agent === id)?.model);
  const areTwo = from.length === 2 && author !== rival && !models.includes(undefined);
  if (!areTwo || (models[0] !== null && models[0] === models[1])) {
    const known = [...new Set(answers.map(({ agent }) => agent))].join(', ');
    const expected = `two of ${known}, agents of different models`;
    throw invalidInput('a rubric is made from the reports of two agents', {
      where: '--from',
      expected,
      found: excerpt(from.join(',')),
    });
  }
  return [author!, rival!] as const;
}

const textNames = 'Texts: report-1 and report-2, metrics, evidence-1 and evidence-2.';

function wholeTask(report: AnswerToJudge, rival: AnswerToJudge) {
  const id = report.task;
  const instruction = `Write the rubric for ${id}. ${textNames}`;
  return { id, instruction, inputs: inputsOf(report, rival) };
}

function dimensionTasks(report: AnswerToJudge, rival: AnswerToJudge) {
  return Object.entries(rubricDimensions).map(([dimension, about]) => ({
    id: dimensionTask(report.task, dimension),
    instruction:
      `Write the items of the rubric for ${report.task} in the dimension ${dimension}: ${about}. ` +
      textNames,
    inputs: inputsOf(report, rival),
  }));
}

const inputsOf = ({ texts }: AnswerToJudge, { texts: rivalTexts }: AnswerToJudge) => ({
  'report-1': texts['report'] ?? '',
  'report-2': rivalTexts['report'] ?? '',
  metrics: texts['metrics'] ?? '',
  'evidence-1': texts['evidence'] ?? '',
  'evidence-2': rivalTexts['evidence'] ?? '',
});

/** What one run wrote on a report task, in all dimensions. */
const draftOf = (answers: ReadonlyMap<string, unknown>, task: string): DraftItem[] =>
  [...answers]
    .filter(([id]) => partsOfTask(id).task === task)
    .flatMap(([, draft]) => (draft as RubricDraft).items);

/**
 * Merges the samples of a finished run into `rubrics.jsonl`, and writes `review.jsonl` with every
 * item as open, unless the file exists and may hold human edits. Fails as reading journals does.
 */
export function writeRubrics(out: string, from: readonly string[]) {
  const samples = runsIn(out).map((run) => {
    return foldJournal(run.folder.journal, run, new TaskFold()).fold.answers;
  });
  const ids = samples.flatMap((answers) => [...answers.keys()]);
  const tasks = new Set(ids.map((id) => partsOfTask(id).task));
  const merged = [...tasks].toSorted().map((task): [string, MergedItem[]] => {
    const drafts = samples.map((answers) => draftOf(answers, task));
    return [task, mergeRubrics(drafts.filter((items) => items.length > 0))];
  });
  const lines = merged.map(([task, items]): RubricLine => {
    const plain = items.map(({ samples: _, mirrors: __, ...item }) => item);
    return { task, from: [...from], items: plain };
  });
  const review = merged.flatMap(([task, items]) =>
    items.map(({ id: item, mirrors, text, expected, samples: of }) => {
      const reason = mirrors === null ? '' : `mirrors ${mirrors}`;
      return { task, item, decision: 'open', reason, text, expected, samples: of };
    }),
  );
  const files = { rubrics: join(out, 'rubrics.jsonl'), review: join(out, 'review.jsonl') };
  writeWhole(files.rubrics, jsonLines(lines));
  const isReviewKept = existsSync(files.review);
  if (!isReviewKept) writeWhole(files.review, jsonLines(review));
  const mirrored = review.filter(({ reason }) => reason !== '').length;
  return { ...files, items: review.length, mirrored, isReviewKept };
}
