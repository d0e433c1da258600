/**
 * The lines of `asks.jsonl` and `model-calls.jsonl`. A call is two lines: what was asked, before it leaves, and what
 * came of it, without the request again.
 */

import { z } from 'zod';
import {
  endedAskSchema,
  openedAskSchema,
  type EndedAsk,
  type OpenedAsk,
  type RecordedAsk,
} from './ask.js';
import {
  callKeySchema,
  claimedCallSchema,
  recordedCallSchema,
  type ClaimedCall,
  type RecordedCall,
} from './recorded-call.js';

const askLineSchema = z.discriminatedUnion('type', [
  openedAskSchema.extend({ type: z.literal('opened') }),
  endedAskSchema.extend({ type: z.literal('ended') }),
]);

const { tries, response, usage, stopReason, cost } = recordedCallSchema.shape;
const callLineSchema = z.discriminatedUnion('type', [
  claimedCallSchema.extend({
    type: z.literal('claimed'),
    /** Wall time, ISO 8601, UTC. */
    at: z.string(),
  }),
  callKeySchema.extend({
    type: z.literal('finished'),
    ...{ tries, response, usage, stopReason, cost },
  }),
]);

export type AskLine = Readonly<z.infer<typeof askLineSchema>>;
export type CallLine = Readonly<z.infer<typeof callLineSchema>>;
export type ClaimedLine = Extract<CallLine, { type: 'claimed' }>;
export type FinishedLine = Extract<CallLine, { type: 'finished' }>;

/** The attempt of a line of `asks.jsonl`; undefined where it is none. */
export const parseAskLine = (line: string): AskLine | undefined => parsed(askLineSchema, line);

/** What a line of `model-calls.jsonl` says; undefined where it is none. */
export const parseCallLine = (line: string): CallLine | undefined => parsed(callLineSchema, line);

function parsed<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

// The order of members is part of the format: whoever writes a line, its bytes are the same.

export function openedLine(ask: OpenedAsk): string {
  const { run, asOf, attempt, agent, session, model, prompt, openedAt } = ask;
  return JSON.stringify({
    ...{ type: 'opened', run, asOf, attempt },
    ...{ agent, session, model, prompt, openedAt },
  } satisfies AskLine);
}

export function endedLine(ask: EndedAsk): string {
  const { run, asOf, attempt, class: end, reason, decision, notes, durationMs } = ask;
  return JSON.stringify({
    ...{ type: 'ended', run, asOf, attempt },
    ...{ class: end, reason, decision, notes, durationMs },
  } satisfies AskLine);
}

/** `at`: wall time of the claim, ISO 8601, UTC. */
export function claimedLine(call: ClaimedCall, at: string): string {
  const { run, asOf, attempt, lane, ordinal, provider, api, model } = call;
  const { path, headers, request, canonicaliser, digest } = call;
  return JSON.stringify({
    ...{ type: 'claimed', run, asOf, attempt, lane, ordinal, at },
    ...{ provider, api, model, path, ...(headers === undefined ? {} : { headers }) },
    ...{ request, canonicaliser, digest },
  } satisfies CallLine);
}

export function finishedLine(call: RecordedCall): string {
  const { run, asOf, attempt, lane, ordinal } = call;
  return JSON.stringify({
    ...{ type: 'finished', run, asOf, attempt, lane, ordinal },
    tries: call.tries,
    response: call.response,
    usage: call.usage,
    stopReason: call.stopReason,
    cost: call.cost,
  } satisfies CallLine);
}

/** `asks.jsonl` of a run's attempts, line by line, without line breaks. */
export function* askLines(asks: Iterable<RecordedAsk>): Generator<string> {
  for (const { opened, ended } of asks) {
    yield openedLine(opened);
    if (ended !== null) yield endedLine(ended);
  }
}

/** `model-calls.jsonl` of a run's calls, line by line, without line breaks. */
export function* modelCallLines(calls: Iterable<RecordedCall>): Generator<string> {
  for (const call of calls) {
    yield claimedLine(call, call.tries[0]?.startedAt ?? '');
    yield finishedLine(call);
  }
}

/** The call as it was claimed, of its line. */
export function claimedCall({ type: _, at: __, ...call }: ClaimedLine): ClaimedCall {
  return call;
}

/** The whole call, of its two lines. */
export function recordedCall(claimed: ClaimedLine, finished: FinishedLine): RecordedCall {
  const { tries, response, usage, stopReason, cost } = finished;
  return { ...claimedCall(claimed), tries, response, usage, stopReason, cost };
}
