/**
 * The lines of `asks.jsonl` and `model-calls.jsonl`. A call is two lines: the request, before it leaves, and its
 * outcome, without the request again.
 */

import { z } from 'zod';
import { jsonOf } from '#values';
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

// The order of members is part of the format: every writer produces the same bytes.

const opened = z.strictObject({ type: z.literal('opened'), ...openedAskSchema.shape });
const ended = z.strictObject({ type: z.literal('ended'), ...endedAskSchema.shape });
const askLineSchema = z.discriminatedUnion('type', [opened, ended]);

const claimed = z.strictObject({
  type: z.literal('claimed'),
  ...callKeySchema.shape,
  /** Wall time, ISO 8601, UTC. */
  at: z.string(),
  ...claimedCallSchema.shape,
});
const { tries, response, usage, stopReason, cost } = recordedCallSchema.shape;
const finished = z.strictObject({
  type: z.literal('finished'),
  ...callKeySchema.shape,
  ...{ tries, response, usage, stopReason, cost },
});
const callLineSchema = z.discriminatedUnion('type', [claimed, finished]);

export type AskLine = Readonly<z.infer<typeof askLineSchema>>;
export type CallLine = Readonly<z.infer<typeof callLineSchema>>;
type ClaimedLine = z.infer<typeof claimed>;
type FinishedLine = z.infer<typeof finished>;

/** The attempt of a line of `asks.jsonl`; undefined if it holds none. */
export const parseAskLine = (line: string): AskLine | undefined =>
  askLineSchema.safeParse(jsonOf(line)).data;

/** Content of a line of `model-calls.jsonl`; undefined if it is not one. */
export const parseCallLine = (line: string): CallLine | undefined =>
  callLineSchema.safeParse(jsonOf(line)).data;

/** The members of the schema, in its order; omitted ones stay omitted. */
function lineOf<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  value: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify(Object.fromEntries(Object.keys(shape).map((name) => [name, value[name]])));
}

export const openedLine = (ask: OpenedAsk): string => lineOf(opened, { type: 'opened', ...ask });

export const endedLine = (ask: EndedAsk): string => lineOf(ended, { type: 'ended', ...ask });

/** `at`: wall time of the claim, ISO 8601, UTC. */
export const claimedLine = (call: ClaimedCall, at: string): string =>
  lineOf(claimed, { type: 'claimed', at, ...call });

export const finishedLine = (call: RecordedCall): string =>
  lineOf(finished, { type: 'finished', ...call });

/** `asks.jsonl` of a run's attempts, line by line, without line breaks. */
export function* askLines(asks: Iterable<RecordedAsk>): Generator<string> {
  for (const ask of asks) {
    yield openedLine(ask.opened);
    if (ask.ended !== null) yield endedLine(ask.ended);
  }
}

/** `model-calls.jsonl` of a run's calls, line by line, without line breaks. */
export function* modelCallLines(calls: Iterable<RecordedCall>): Generator<string> {
  for (const call of calls) {
    yield claimedLine(call, call.tries[0]?.startedAt ?? '');
    yield finishedLine(call);
  }
}

/** The call as it was claimed, from its line. */
export function claimedCall({ type: _, at: __, ...call }: ClaimedLine): ClaimedCall {
  return call;
}

/** The whole call, from its two lines. */
export function recordedCall(claim: ClaimedLine, { type: _, ...came }: FinishedLine): RecordedCall {
  return { ...claimedCall(claim), ...came };
}
