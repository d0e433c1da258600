/**
 * A workflow is a kind of work: it says when an answer is due and how facts and answers become events. The loop that
 * feeds it, asks the agent, and journals what it returns is the same for all of them.
 */

import type { FactColumns, JournalEvent, JournalEventOf } from '#contracts';
import type { Observation } from '#agents';

type Placeless<T> = T extends unknown ? Omit<T, 'asOf' | 'time'> : never;

/** What a due answer becomes, before it has its place: the answer, or the reason why there is none. */
export type AnswerEvent = Placeless<
  | JournalEventOf<'DecisionMade'>
  | JournalEventOf<'DecisionMissing'>
  | JournalEventOf<'DecisionInvalid'>
  | JournalEventOf<'DecisionLate'>
  | JournalEventOf<'DecisionFailed'>
>;

/**
 * One run of a workflow, between its first fact and its last. Every event that it returns has the place at which the
 * run's cursor stands.
 */
export interface WorkflowRun {
  readonly workflow: string;
  /** What the fold of the journal needs to start, as canonical JSON: the terms of `RunOpened`. */
  readonly terms: string;
  /** Last session of the run's window; null for work that has none. */
  readonly lastSession: number | null;
  /** What the agent sees when it is asked. One object for the whole run, which reads the present state. */
  readonly observation: Observation;
  /** Whether an answer is due behind the fact that was taken last. */
  readonly isDue: boolean;
  /** Takes the fact in `row`, to which the cursor has just moved; the events that follow from it. */
  takeFact(facts: FactColumns, row: number): readonly JournalEvent[];
  /** Whether an answer leaves everything as it is: a stretch of them becomes one event. */
  changesNothing(answer: AnswerEvent): boolean;
  /** Takes the answer that is due; the events that follow from it, the answer itself left out. */
  takeAnswer(answer: AnswerEvent): readonly JournalEvent[];
  /** Ends the run behind its last fact. */
  end(): readonly JournalEvent[];
}

/** Shared, because most steps of a run end in no event. */
export const noEvents: readonly JournalEvent[] = Object.freeze([]);

/** Both lists in their order; without a copy where one of them is empty. */
export function joined(
  first: readonly JournalEvent[],
  second: readonly JournalEvent[],
): readonly JournalEvent[] {
  if (first.length === 0) return second;
  return second.length === 0 ? first : [...first, ...second];
}
