/** Requests and answers of the model gateway over HTTP, beside the model calls themselves. */

import { z } from 'zod';
import { answerClasses } from '#contracts/journal/answer-class';
import { failureCodes, isFailure, printable, TapefoldError, unavailable, jsonOf } from '#values';
import { endedAskSchema } from '../calls/ask.js';
import { wireApis } from '../calls/recorded-call.js';

/** Answer of POST /asks: the token opens `/ask/<token>/…` until the attempt has ended. */
export const openedAnswerSchema = z.strictObject({
  token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/),
  api: z.enum(wireApis).nullable(),
  ended: endedAskSchema.nullable(),
});

/** Answer of GET /asks/<token>/failure. */
export const failureAnswerSchema = z.strictObject({
  failure: z
    .strictObject({
      class: z.enum(answerClasses).extract(['late', 'limit', 'provider error']),
      reason: z.string(),
    })
    .nullable(),
});

/**
 * Set on an answer that is the gateway's own and not that of a model; its value is one of
 * the codes below.
 */
export const errorHeader = 'x-tapefold-error';
/** The code for a token that this process did not give, or whose attempt has ended. */
export const unknownAsk = 'UnknownAsk';

/** Body of every answer with `errorHeader`. */
const gatewayErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
});

const statuses: Readonly<Record<string, number>> = {
  InvalidInput: 400,
  Conflict: 409,
  CorruptJournal: 422,
  Unavailable: 503,
  [unknownAsk]: 404,
};

export interface GatewayError {
  readonly status: number;
  readonly body: z.infer<typeof gatewayErrorSchema>;
}

export const gatewayError = (code: string, message: string): GatewayError => ({
  status: statuses[code] ?? 500,
  body: { code, message: printable(message, 2_000) },
});

/** The gateway's form of a failure; unexpected errors stay in its log. */
export const gatewayErrorOf = (error: unknown): GatewayError =>
  isFailure(error)
    ? gatewayError(error.code, error.message)
    : gatewayError('Invariant', 'internal error; see the log of the model gateway');

/** The failure in an answer, as the gateway's own process had it. */
export function failureOf(text: string): TapefoldError {
  const parsed = gatewayErrorSchema.safeParse(jsonOf(text));
  const code = parsed.data?.code;
  if (code === unknownAsk) {
    return unavailable('the model gateway has restarted', { where: unknownAsk });
  }
  // A failing proxy in between may recover by itself; a refusal does not.
  if (parsed.data === undefined) return unavailable('the model gateway cannot be reached');
  const known = failureCodes.find((one) => one === code) ?? 'InvalidInput';
  return new TapefoldError(known, parsed.data.message);
}
