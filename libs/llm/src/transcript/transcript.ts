/**
 * A recording as people read it: what was asked, thought, called, answered and submitted,
 * attempt by attempt.
 */

import { jsonOf } from '#values';
import type { AskEnd, OpenedAsk, RecordedAsk } from '../calls/ask.js';
import { isSameAsk } from '../calls/recording-store.js';
import { mayBeCharged, type RecordedCall } from '../calls/recorded-call.js';
import { MadeCalls, type MadeToolCall, type ToolStep } from './made-tool-calls.js';
import { readResponse, type ReadResponse } from './response-body.js';
import type { RequestPart, ModelInput, ToolDefinition, WireToolCall } from '../wire/wire.js';
import { wires } from '../wire/wires.js';

/** Everything about one due decision. */
export interface DecisionTranscript {
  readonly asOf: number;
  /** Civil date; null if the work has no sessions. */
  readonly session: string | null;
  readonly attempts: readonly AttemptTranscript[];
  /**
   * Tool calls that no recorded model call asked for: those of programs that call tools
   * by themselves.
   */
  readonly otherTools: readonly ToolStep[];
}

/** Members of its end are null while it is open. */
export interface AttemptTranscript
  extends Pick<OpenedAsk, 'attempt' | 'agent' | 'model' | 'openedAt'>, OrNull<AskEnd> {
  /** Tools of the first request. */
  readonly tools: readonly ToolDefinition[];
  readonly calls: readonly CallStep[];
}

type OrNull<T> = { readonly [K in keyof T]: T[K] | null };

/** One model call, and its response as people read it. */
export interface CallStep
  extends
    Pick<RecordedCall, 'lane' | 'ordinal' | 'model' | 'stopReason' | 'usage'>,
    Omit<ReadResponse, 'toolCalls'> {
  /** The part of the request that the previous one lacks: at first the whole prompt. */
  readonly told: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly ToolStep[];
  /** null if there was no answer. */
  readonly status: number | null;
  /** Outcome of each try; all but the last led to another. */
  readonly tries: readonly string[];
  readonly startedAt: string;
  readonly durationMs: number;
  /** Whether the provider may have charged for it; one that refused it has not. */
  readonly mayBeCharged: boolean;
  /** US dollars; null is unpriced if it may have been charged. */
  readonly usd: number | null;
}

interface TranscriptInput {
  /** By as-of and attempt. */
  readonly asks: readonly RecordedAsk[];
  /** By as-of, attempt, lane and ordinal. */
  readonly calls: readonly RecordedCall[];
  /** By as-of and ordinal. */
  readonly toolCalls: readonly MadeToolCall[];
  /** A text of the run by its SHA-256; undefined if it is not kept. */
  readonly textOf: (sha256: string) => string | undefined;
}

/**
 * The transcripts of a run's decisions, by as-of. Pure except for `textOf`; no recording can
 * make it throw.
 */
export function transcribe({
  asks,
  calls,
  toolCalls,
  textOf,
}: TranscriptInput): DecisionTranscript[] {
  const byAsOf = Map.groupBy(asks, ({ opened }) => opened.asOf);
  const callsByAsOf = Map.groupBy(calls, ({ asOf }) => asOf);
  const toolsByAsOf = Map.groupBy(toolCalls, ({ asOf }) => asOf);
  return [...byAsOf].map(([asOf, attempts]) => {
    const made = new MadeCalls(toolsByAsOf.get(asOf) ?? [], textOf);
    const ofDecision = callsByAsOf.get(asOf) ?? [];
    const transcripts = attempts.map((ask) =>
      attemptTranscript(
        ask,
        ofDecision.filter((call) => isSameAsk(call, ask.opened)),
        made,
      ),
    );
    const session = attempts[0]?.opened.session ?? null;
    return { asOf, session, attempts: transcripts, otherTools: made.rest() };
  });
}

function attemptTranscript(
  { opened, ended }: RecordedAsk,
  calls: readonly RecordedCall[],
  made: MadeCalls,
): AttemptTranscript {
  const { attempt, agent, model, openedAt } = opened;
  const { class: answerClass = null, reason = null, decision = null } = ended ?? {};
  const { notes = null, durationMs = null } = ended ?? {};
  const lanes = Map.groupBy(calls, ({ lane }) => lane);
  const steps = [...lanes.values()].flatMap((lane) => laneSteps(lane, made));
  return {
    attempt,
    agent,
    model,
    openedAt,
    class: answerClass,
    reason,
    decision,
    notes,
    durationMs,
    tools: calls[0] === undefined ? [] : inputOf(calls[0]).tools,
    calls: steps,
  };
}

const inputOf = ({ api, request }: RecordedCall): ModelInput =>
  wires[api].readRequest(jsonOf(request));

function laneSteps(calls: readonly RecordedCall[], made: MadeCalls): CallStep[] {
  const requests = calls.map(inputOf);
  return calls.map((call, at) => {
    const before = requests[at - 1];
    const request = requests[at] as ModelInput;
    const next = requests[at + 1];
    const results = next === undefined ? [] : newParts(next, request).filter(isResult);
    return callStep(call, { told: newParts(request, before), results: [...results] }, made);
  });
}

type ResultPart = Extract<RequestPart, { kind: 'result' }>;
const isResult = (part: RequestPart): part is ResultPart => part.kind === 'result';

/**
 * The part of a request that the previous one lacks; all of it if the conversation was rewritten.
 */
function newParts(request: ModelInput, before: ModelInput | undefined): readonly RequestPart[] {
  if (before === undefined || request.isContinued === true) return request.parts;
  const isLonger = before.parts.every((part, at) => isSamePart(part, request.parts[at]));
  return isLonger ? request.parts.slice(before.parts.length) : request.parts;
}

const isSamePart = (one: RequestPart, other: RequestPart | undefined): boolean =>
  one.kind === other?.kind && one.text === other.text;

function callStep(
  call: RecordedCall,
  wire: { readonly told: readonly RequestPart[]; readonly results: ResultPart[] },
  made: MadeCalls,
): CallStep {
  const { lane, ordinal, model, tries, response, usage, stopReason, cost } = call;
  const { toolCalls, ...read } = readResponse(call);
  const last = tries.at(-1);
  return {
    lane,
    ordinal,
    model,
    stopReason,
    usage,
    ...read,
    told: wire.told.flatMap((part) =>
      part.kind === 'message' && part.role !== 'assistant'
        ? [{ role: part.role, text: part.text }]
        : [],
    ),
    tools: toolCalls.map((asked) => made.stepOf(asked, takeResult(asked, wire.results))),
    status: response?.status ?? null,
    tries: tries.map(({ outcome }) => outcome),
    startedAt: last?.startedAt ?? '',
    durationMs: last?.durationMs ?? 0,
    mayBeCharged: mayBeCharged(tries),
    usd: cost?.usd ?? null,
  };
}

/**
 * The result of a call among those that followed: by id, or the first of its name. Removed
 * from the list.
 */
export function takeResult({ id, name }: WireToolCall, results: ResultPart[]): string | null {
  const byId = results.findIndex((result) => id !== null && result.id === id);
  const byName = results.findIndex((result) => result.id === null && result.name === name);
  const at = byId >= 0 ? byId : byName;
  return at < 0 ? null : (results.splice(at, 1)[0]?.text ?? null);
}
