/**
 * The records of the streams `asks` and `model-calls`: two of each attempt, when it opens and when
 * it ends, and two of each call: the request, before it leaves, and its outcome.
 */

import { z } from 'zod';
import { jsonOf } from '#values';
import { endedAskSchema, openedAskSchema, type RecordedAsk } from './ask.js';
import {
  callKeySchema,
  claimedCallSchema,
  lostCall,
  recordedCallSchema,
  type CallTry,
  type ClaimedCall,
  type RecordedCall,
} from './recorded-call.js';

const askStepSchema = z.discriminatedUnion('type', [
  openedAskSchema.extend({ type: z.literal('opened') }),
  endedAskSchema.extend({ type: z.literal('ended') }),
]);

const claimedSchema = claimedCallSchema.extend({
  type: z.literal('claimed'),
  /** Wall time, ISO 8601, UTC. */
  at: z.string(),
  /** Whose call it is: the gateway, and the number of the claim within it. */
  instance: z.string(),
  claim: z.int(),
});
const { tries, response, usage, stopReason, cost } = recordedCallSchema.shape;
const finishedSchema = callKeySchema.extend({
  type: z.literal('finished'),
  tries,
  response,
  usage,
  stopReason,
  cost,
});
const callStepSchema = z.discriminatedUnion('type', [claimedSchema, finishedSchema]);

export type AskStep = Readonly<z.infer<typeof askStepSchema>>;
export type CallStep = Readonly<z.infer<typeof callStepSchema>>;
type ClaimedStep = Readonly<z.infer<typeof claimedSchema>>;
type FinishedStep = Readonly<z.infer<typeof finishedSchema>>;

const parsed = <T>(schema: z.ZodType<T>, body: Uint8Array): T | undefined =>
  schema.safeParse(jsonOf(Buffer.from(body).toString('utf8'))).data;

/** Content of a record of `asks`; undefined if it is invalid. */
export const askStepOf = (body: Uint8Array): AskStep | undefined => parsed(askStepSchema, body);
/** Content of a record of `model-calls`; undefined if it is invalid. */
export const callStepOf = (body: Uint8Array): CallStep | undefined => parsed(callStepSchema, body);

/** The second record of a call. */
export function finishedStep(call: RecordedCall): FinishedStep {
  const { run, asOf, attempt, lane, ordinal } = call;
  const { tries: made, response: received, usage: used, stopReason: stopped, cost: paid } = call;
  return {
    type: 'finished',
    run,
    asOf,
    attempt,
    lane,
    ordinal,
    tries: made,
    response: received,
    usage: used,
    stopReason: stopped,
    cost: paid,
  };
}

/** A call without its outcome. */
export function claimOf(call: RecordedCall): ClaimedCall {
  const { tries: _, response: __, usage: ___, stopReason: ____, cost: _____, ...claim } = call;
  return claim;
}

/**
 * The call of a claim, without an end or with that of its second record; `tries` are those of a
 * call without one.
 */
export function recordedCall(
  { type: _, at: __, instance: ___, claim: ____, ...call }: ClaimedStep,
  end: FinishedStep | undefined,
  tries: readonly CallTry[],
): RecordedCall {
  if (end === undefined) return lostCall(call, tries);
  const { type: _____, ...outcome } = end;
  return { ...call, ...outcome };
}

/** The records of a recording that was made elsewhere, by stream. */
export function stepsOf(
  asks: readonly RecordedAsk[],
  calls: readonly RecordedCall[],
): { readonly asks: AskStep[]; readonly modelCalls: CallStep[] } {
  return {
    asks: asks.flatMap(({ opened, ended }) => [
      { type: 'opened' as const, ...opened },
      ...(ended === null ? [] : [{ type: 'ended' as const, ...ended }]),
    ]),
    modelCalls: calls.flatMap((call) => {
      const at = call.tries[0]?.startedAt ?? '';
      return [
        { type: 'claimed' as const, at, instance: 'elsewhere', claim: 0, ...claimOf(call) },
        finishedStep(call),
      ];
    }),
  };
}
