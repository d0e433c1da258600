/**
 * Whether a finished run's recording is whole: an ended attempt behind each decision,
 * and its calls.
 */

import { basename } from 'node:path';
import { isFailure } from '#values';
import type { DecisionEvent } from '#contracts';
import { classesOfEvent, eventOfClass } from '#contracts/journal/answer-class';
import { FileRecording, type RecordedAsk, type RecordedCall } from '#llm';
import { canonicalRequest, exactRequests } from '#llm/calls/canonical';
import { closingDefect } from '../run-folder/closing-record.js';
import { hasRecords } from '../run-folder/run-records.js';
import type { RunFolder } from '../run-folder/run-folder.js';

/**
 * A decision as the journal has it, without stretches: an agent that asks a model
 * answers one by one.
 */
export interface DecidedAt {
  readonly asOf: number;
  readonly type: DecisionEvent['type'];
  /** Whether the process died, or was stopped, in the middle of a live ask. */
  readonly isCutOff: boolean;
}

/** Describes what is wrong with the recording of these decisions; undefined if it is whole. */
export async function recordingDefect(
  { run, folder }: { readonly run: string; readonly folder: RunFolder },
  decisions: readonly DecidedAt[],
): Promise<string | undefined> {
  const asks = `${basename(folder.recording)} asks`;
  if (!hasRecords(folder, 'asks')) {
    return decisions.length === 0
      ? undefined
      : `${asks}: missing; the journal has ${decisions.length} decisions`;
  }
  const recording = new FileRecording((id) => (id === run ? folder.path : undefined));
  try {
    const found = await recording.asksOf(run);
    const stray = defectOfAsks(found, decisions);
    if (stray !== undefined) return `${asks}: ${stray}`;
    const cutOff = new Set(decisions.flatMap(({ asOf, isCutOff }) => (isCutOff ? [asOf] : [])));
    const defect = await defectOfCalls(recording, { run, asks: found, cutOff });
    if (defect !== undefined) return `${basename(folder.recording)} model-calls: ${defect}`;
    return closingDefect(folder);
  } catch (error) {
    if (isFailure(error, 'CorruptJournal')) return error.message;
    throw error;
  }
}

/** A digest from an unknown canonicaliser cannot be checked here. */
function isOwnDigest({ path, headers, request, canonicaliser, digest }: RecordedCall): boolean {
  if (canonicaliser !== exactRequests.id) return true;
  try {
    const body: unknown = JSON.parse(request);
    return canonicalRequest({ path, headers, body }).digest === digest;
  } catch {
    return false;
  }
}

function defectOfAsks(
  asks: readonly RecordedAsk[],
  decisions: readonly DecidedAt[],
): string | undefined {
  const attempts = Map.groupBy(asks, ({ opened }) => opened.asOf);
  for (const { asOf, type, isCutOff } of decisions) {
    // Whatever had arrived by then never reached the journal.
    if (isCutOff) continue;
    const last = attempts.get(asOf)?.at(-1)?.ended;
    if (last === undefined || last === null) return `no attempt at as-of ${asOf} has ended`;
    const isAnswered = !Object.hasOwn(classesOfEvent, type);
    if (last.class === 'answered' ? !isAnswered : eventOfClass(last.class) !== type) {
      return `the last attempt at as-of ${asOf} ended in ${last.class}; the journal has ${type}`;
    }
  }
  return undefined;
}

/** With this outcome a model has responded; only an agent that asks one has a prompt. */
const answeredClasses: readonly string[] = [
  'answered',
  'refused',
  'truncated',
  'no answer',
  'invalid',
];
const needsAnswer = ({ opened, ended }: RecordedAsk, answered: ReadonlySet<number>): boolean =>
  opened.prompt !== null &&
  ended !== null &&
  answeredClasses.includes(ended.class) &&
  !answered.has(opened.attempt);

/** Calls are read decision by decision: those of a whole run may not fit into memory. */
async function defectOfCalls(
  recording: FileRecording,
  { run, asks, cutOff }: { run: string; asks: readonly RecordedAsk[]; cutOff: ReadonlySet<number> },
): Promise<string | undefined> {
  const known = new Set(asks.map(({ opened }) => `${opened.asOf} ${opened.attempt}`));
  const open = (await recording.openCallsOf(run)).find(({ asOf }) => !cutOff.has(asOf));
  if (open !== undefined) {
    const { asOf, attempt, ordinal } = open;
    return `call ${ordinal} of attempt ${attempt} at as-of ${asOf} has no end`;
  }
  for (const asOf of new Set(asks.map(({ opened }) => opened.asOf))) {
    const next = new Map<string, number>();
    const answered = new Set<number>();
    for (const recorded of await recording.callsOf(run, asOf)) {
      const { attempt, lane, ordinal } = recorded;
      const expected = next.get(`${attempt} ${lane}`) ?? 1;
      next.set(`${attempt} ${lane}`, ordinal + 1);
      const call = `call ${ordinal} of attempt ${attempt} at as-of ${asOf}`;
      if (!known.has(`${asOf} ${attempt}`)) return `${call}: the attempt was not opened`;
      if (!isOwnDigest(recorded)) return `${call}: the request does not match its digest`;
      if (recorded.tries.at(-1)?.outcome === 'answered') answered.add(attempt);
      if (ordinal !== expected) return `${call}: the call before it is missing`;
    }
    const unanswered = asks.find((ask) => ask.opened.asOf === asOf && needsAnswer(ask, answered));
    if (unanswered !== undefined) {
      const { attempt } = unanswered.opened;
      return `attempt ${attempt} at as-of ${asOf} has no call that was answered`;
    }
  }
  return undefined;
}
