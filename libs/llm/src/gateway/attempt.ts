/** An open attempt: its calls in order, what went wrong with them, and its end. */

import { corruptJournal, printable } from '#values';
import { firstDifference } from '../calls/canonical.js';
import type { AskEnd, EndedAsk, RecordedAsk } from '../calls/ask.js';
import { failureOf, pastDeadline } from './call-failure.js';
import { type Asker, askPlace, laneKey } from '../calls/call-place.js';
import type { CallDesk, Seat } from './call-desk.js';
import type { CallFailure, OpenAsk } from '../calls/model-service.js';
import type { ClaimedCall, RecordedCall, WireApi } from '../calls/recorded-call.js';
import { type AgentRequest, type AllowedModel, readCall, type ReadCall } from './planned-call.js';
import { unlessAborted } from '../calls/waiting.js';
import type { Redaction } from '../provider/redaction.js';
import { type OwnError, statusOf, type Wire } from '../wire/wire.js';

/** Clients that read it do not retry by themselves: the gateway has already tried everything. */
const noRetry = { 'x-should-retry': 'false' };
/** These have no body, and `Response` accepts none for them. */
const bodiless = new Set([204, 205, 304]);

export interface AttemptOptions {
  readonly own: RecordedAsk;
  readonly allowed: AllowedModel | null;
  readonly redaction: Redaction;
  readonly desk: CallDesk;
  readonly seat: Omit<Seat, 'signal'>;
  readonly baseUrl: string;
  readonly reach: () => Promise<string>;
  /** Makes the end durable; returns the recorded end if there already was one. */
  readonly keepEnd: (end: EndedAsk) => Promise<EndedAsk>;
  /** Called once it accepts no more calls. */
  readonly onClosed: () => void;
}

export class Attempt implements OpenAsk {
  readonly baseUrl: string;
  readonly api: WireApi | null;
  readonly ended: EndedAsk | null;
  readonly reach: () => Promise<string>;
  private readonly ordinals = new Map<string, number>();
  private readonly over = new AbortController();
  private readonly underWay = new Set<Promise<unknown>>();
  private noted: CallFailure | undefined;
  /** A call did not fit into a budget: no further call is made. */
  private isSpent = false;
  /** The error that stops the run, whatever the agent makes of it. */
  private fatal: unknown;
  private isClosed = false;

  constructor(private readonly options: AttemptOptions) {
    this.baseUrl = options.baseUrl;
    // A replay needs no description of the provider: its calls record which API it speaks.
    const [recorded] = options.seat.elsewhere.values();
    this.api = options.allowed?.provider?.api ?? recorded?.api ?? null;
    this.reach = options.reach;
    this.ended = options.own.ended;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${this.baseUrl}/`)) {
      throw new TypeError(`an agent reaches ${this.baseUrl} only`);
    }
    const path = request.url.slice(this.baseUrl.length);
    const { method, headers, signal } = request;
    const body = await request.text();
    signal.throwIfAborted();
    // The call continues, and is recorded: the agent gets it when it asks again.
    return unlessAborted(this.answer({ method, path, headers, body }), signal);
  };

  /** Rejects with the error that stops the run. */
  async answer(request: AgentRequest): Promise<Response> {
    const { allowed, redaction } = this.options;
    const clean = {
      ...request,
      path: redaction.clean(request.path),
      headers: new Headers(
        [...request.headers].map(([name, value]) => [name, redaction.clean(value)]),
      ),
      body: redaction.clean(request.body),
    };
    const read = readCall(clean, allowed);
    if ('error' in read) return ownError(read.wire, read.error, read.message);
    if (this.isClosed) return ownError(read.wire, 'gone', hasEnded);
    if (this.isSpent) return ownError(read.wire, 'not allowed', this.noted?.reason ?? '');
    const answered = this.pass(read);
    this.underWay.add(answered);
    try {
      return await answered;
    } catch (error) {
      this.fatal ??= error;
      throw error;
    } finally {
      this.underWay.delete(answered);
    }
  }

  failure(): CallFailure | undefined {
    if (this.fatal !== undefined) throw this.fatal;
    return this.noted;
  }

  /** The deadline has passed: pending calls are abandoned, and no other is made. */
  expire(): void {
    if (this.isClosed) return;
    if (this.underWay.size > 0) this.note(pastDeadline);
    this.over.abort(new Error(pastDeadline.reason));
  }

  async end(end: AskEnd): Promise<EndedAsk> {
    this.isClosed = true;
    this.over.abort(new Error(hasEnded));
    await Promise.allSettled(this.underWay);
    this.options.onClosed();
    if (this.fatal !== undefined) throw this.fatal;
    const { seat, own, keepEnd } = this.options;
    const { source, ask } = seat;
    const { run, asOf, attempt } = ask;
    const made: EndedAsk = { ...end, run, asOf, attempt };
    if (own.ended !== null) return own.ended;
    if (source === undefined) return keepEnd(made);
    this.requireSamePrompt(source);
    if (source.ended === null) return keepEnd(made);
    requireSameEnd(source.ended, made, source.opened);
    return keepEnd(source.ended);
  }

  /** Releases it without an end: pending calls are still recorded. */
  abandon(): void {
    this.isClosed = true;
    this.options.onClosed();
  }

  /**
   * An error that ends the decision outranks a provider error, after which an agent may continue.
   */
  private note(failure: CallFailure | undefined): void {
    if (failure === undefined) return;
    if (this.noted === undefined || this.noted.class === 'provider error') {
      if (this.noted?.class !== failure.class) this.noted = failure;
    }
  }

  private async pass(read: ReadCall): Promise<Response> {
    const { desk, seat } = this.options;
    const ordinal = (this.ordinals.get(read.lane) ?? 0) + 1;
    this.ordinals.set(read.lane, ordinal);
    const isKnown = seat.known.has(laneKey({ lane: read.lane, ordinal }));
    if (this.ended !== null && !isKnown) return ownError(read.wire, 'gone', hasEnded);
    const { run, asOf, attempt } = seat.ask;
    const claimed: ClaimedCall = { run, asOf, attempt, lane: read.lane, ordinal, ...read.claim };
    const result = await desk.settle({ claimed, read }, { ...seat, signal: this.over.signal });
    if ('class' in result) {
      this.isSpent ||= result.class === 'limit';
      this.note(result);
      return ownError(read.wire, result.class === 'limit' ? 'not allowed' : 'gone', result.reason);
    }
    this.note(failureOf(result));
    return recordedResponse(result, read.wire);
  }

  /** If the prompt was used, its request reports where it differs; this is for unused prompts. */
  private requireSamePrompt({ opened }: RecordedAsk): void {
    const { own, seat } = this.options;
    if (opened.prompt === own.opened.prompt) return;
    throw corruptJournal('the prompt is not the one in the recording', {
      where: askPlace(seat.ask, opened),
      expected: `${opened.prompt}`,
      found: `${own.opened.prompt}`,
    });
  }
}

const hasEnded = 'the attempt has ended';

function requireSameEnd(recorded: EndedAsk, made: EndedAsk, asker: Asker): void {
  const compared = ({ class: word, decision, notes }: EndedAsk) => ({
    class: word,
    decision,
    notes,
  });
  const difference = firstDifference(compared(recorded), compared(made));
  if (difference === undefined) return;
  const { pointer, expected, found } = difference;
  throw corruptJournal('the attempt does not end as in the recording', {
    where: `${askPlace(recorded, asker)}, end at ${pointer}`,
    expected,
    found: made.reason === null ? found : `${found} (${printable(made.reason, 200)})`,
  });
}

/** The frames in order, one chunk each. */
function recordedResponse({ response }: RecordedCall, wire: Wire): Response {
  if (response === null) return ownError(wire, 'gone', pastDeadline.reason);
  const { status, contentType, frames } = response;
  const isAnswer = status >= 200 && status < 300;
  const headers = { 'content-type': contentType, ...(isAnswer ? {} : noRetry) };
  if (bodiless.has(status)) return new Response(null, { status, headers });
  const texts = frames.map(({ text }) => text).filter((text) => text !== '');
  const encoder = new TextEncoder();
  const body = ReadableStream.from(texts.map((text) => encoder.encode(text)));
  return new Response(body, { status: soundStatus(status), headers });
}

const ownError = (wire: Wire, error: OwnError, message: string): Response =>
  Response.json(wire.errorBody(error, message), { status: statusOf[error], headers: noRetry });

/** `Response` refuses statuses that HTTP does not define. */
const soundStatus = (status: number): number =>
  status >= 200 && status <= 599 ? status : statusOf.unavailable;
