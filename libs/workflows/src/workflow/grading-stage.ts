/**
 * Grading as a chain of judging runs: each stage makes its tasks from the answers and from the
 * stage before it.
 */

import { z } from 'zod';
import type { TaskTerms } from '#contracts/scenario/task-terms';
import { answerMarks } from './answer-marks.js';

/** Who gave an answer, as solutions of judging runs record it. */
export const whoAnswered = {
  agent: z.string(),
  run: z.string(),
  task: z.string(),
  /** Repeat of the run, from 0. */
  attempt: z.int().nonnegative(),
  ...answerMarks,
};
type Who = z.infer<z.ZodObject<typeof whoAnswered>>;

/** As `whoAnswered` has it. */
export function whoOf({ agent, run, task, attempt, namesAuthor, halves }: Who): Who {
  return {
    agent,
    run,
    task,
    attempt,
    ...(namesAuthor && { namesAuthor }),
    ...(halves !== undefined && { halves }),
  };
}

/** An answer of a finished result, with all that grading may look at. */
export interface AnswerToGrade<Answer = unknown, Solution = unknown> extends Readonly<Who> {
  /** The same in every stage; does not reveal who answered. */
  readonly id: string;
  /** Null of an agent without one. */
  readonly model: string | null;
  readonly instruction: string;
  /** Texts that came with the task, by name; each is read on demand. */
  readonly texts: ReadonlyMap<string, () => string>;
  readonly answer: Answer;
  /** Ground truth of the task; null if there is none. */
  readonly solution: Solution | null;
  /** The trace of the question. */
  readonly trace: QuestionTrace | undefined;
}

/** A judge's finished run of the stage before. */
export interface StageRun {
  readonly judge: string;
  readonly repeat: number;
  /** Valid judgments by the id of their task. */
  readonly answers: ReadonlyMap<string, unknown>;
}

export interface StageTask {
  readonly id: string;
  readonly instruction: string;
  /** Texts by name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Only for scoring: who answered what, and what earlier stages found. */
  readonly solution: object;
}

/** What a stage works on. */
export interface StageInput<Answer = unknown, Solution = unknown> {
  /** In an order that the seed draws. */
  readonly answers: readonly AnswerToGrade<Answer, Solution>[];
  /** Runs of the stage before, in the order of its scenario; empty in the first. */
  readonly before: readonly StageRun[];
  /** As its workflow requires them: those of the file of judges, `of` and `tasks`. */
  readonly terms: TaskTerms;
}

/** A judging run of the workflow of this name. */
export interface GradingStage<Answer = unknown, Solution = unknown> {
  readonly workflow: string;
  tasksOf(input: StageInput<Answer, Solution>): readonly StageTask[];
}

/**
 * How a workflow has its answers graded where one question to a judge is not enough; in this order.
 */
export interface GradedWork<Answer = unknown, Solution = unknown> {
  readonly stages: readonly GradingStage<Answer, Solution>[];
}

/** What an agent did for one question, as the run recorded it. */
export interface QuestionTrace {
  readonly calls: readonly {
    readonly tool: string;
    /** Undefined if they were not JSON. */
    readonly args: unknown;
    /** Undefined if there was an error, or if the text is not available. */
    readonly result: unknown;
    readonly error: string | null;
  }[];
  /** The latency of its model calls; null for an agent without a model. */
  readonly latencyMs: number | null;
  /** Input and output tokens. */
  readonly tokens: number | null;
  /** Number of its model calls; null for an agent without a model. */
  readonly steps?: number | null;
}
