/** One HTTP request to a provider for a call, and its outcome. */

import type { CallTry, RecordedCall } from '../calls/recorded-call.js';
import { FrameSplitter, framesOf, isEventStream } from '../wire/frame-splitter.js';
import type { Redaction } from './redaction.js';
import { unpacked } from './unpacked-body.js';
import { NoResponse, type Send, type UpstreamRequest, type UpstreamResponse } from './upstream.js';
import type { WallClock } from '#http';
import { wordsOf } from '../wire/error-text.js';
import { receivedBody } from '../wire/received-body.js';
import type { Wire, WireResponse } from '../wire/wire.js';

type Response = NonNullable<RecordedCall['response']>;

export interface TryResult {
  readonly record: CallTry;
  /** The body, if it arrived whole. */
  readonly response: Response | null;
  /**
   * Content of a whole response with a status of 2xx; of one that was cut off, the
   * provider's part of it.
   */
  readonly read: WireResponse | null;
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number;
}

interface TryOptions {
  readonly wire: Wire;
  readonly request: Omit<UpstreamRequest, 'signal'>;
  readonly timeoutMs: number;
  /** Aborted when the call is abandoned. */
  readonly signal: AbortSignal;
  readonly clock: WallClock;
  readonly send: Send;
  readonly redaction: Redaction;
}

/**
 * Characters of a response: a longer one is no answer of a model, and once escaped, could
 * not be read back.
 */
const responseLengthMax = 32_000_000;
/** The most frames of a stream: each is an object in the record, however short. */
const framesMax = 1_000_000;

/** Never rejects: every result is an outcome. */
export async function tryOnce(options: TryOptions): Promise<TryResult> {
  const { clock, request, signal, timeoutMs } = options;
  const startedAt = clock.now();
  const stalled = new AbortController();
  const over = new AbortController();
  void clock.sleep(timeoutMs, over.signal).then(
    () => stalled.abort(),
    () => undefined,
  );
  let head: UpstreamResponse | undefined;
  const result = (
    outcome: CallTry['outcome'],
    rest: Partial<Omit<TryResult, 'record'>> = {},
  ): TryResult => ({
    record: {
      outcome,
      status: head?.status ?? null,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.max(0, clock.now() - startedAt),
    },
    response: null,
    read: null,
    retryAfterMs: head === undefined ? 0 : retryAfterOf(head.headers, clock.now()),
    ...rest,
  });
  try {
    const anySignal = AbortSignal.any([signal, stalled.signal]);
    head = await options.send({ ...request, signal: anySignal });
    const response = await received(head, startedAt, options);
    const outcome = outcomeOf(head.status);
    if (outcome !== 'answered') return result(outcome, { response });
    const read = readOf(response, options.wire);
    return read.isWhole ? result('answered', { response, read }) : result('cut off', { read });
  } catch (error) {
    if (signal.aborted) return result('abandoned');
    if (stalled.signal.aborted) return result('stalled');
    if (head !== undefined) return result(brokenOutcomeOf(head.status));
    return result(error instanceof NoResponse ? 'cut off' : 'unreachable');
  } finally {
    over.abort();
  }
}

function outcomeOf(status: number): CallTry['outcome'] {
  if (status >= 200 && status < 300) return 'answered';
  if (status === 429) return 'rate limited';
  return status >= 500 || askAgain.has(status) ? 'server error' : 'refused by provider';
}

/** Request Timeout and Too Early: by HTTP the same request may be sent again. */
const askAgain: ReadonlySet<number> = new Set([408, 425]);

/** For a response whose body did not arrive: an error status says enough. */
function brokenOutcomeOf(status: number): CallTry['outcome'] {
  const outcome = outcomeOf(status);
  return outcome === 'answered' ? 'cut off' : outcome;
}

/** The whole response, frame by frame. */
async function received(
  { status, headers, body }: UpstreamResponse,
  startedAt: number,
  { clock, redaction, request }: TryOptions,
): Promise<Response> {
  const named = headers['content-type'];
  const contentType = redaction.clean(typeof named === 'string' ? named : 'application/json');
  const splitter = isStream(contentType) ? new FrameSplitter() : undefined;
  // A stray byte order mark would be part of the first event.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const frames: { atMs: number; text: string }[] = [];
  let whole = '';
  let length = 0;
  const keep = (texts: readonly string[]): void => {
    const atMs = Math.max(0, clock.now() - startedAt);
    for (const text of texts) frames.push({ atMs, text });
    if (frames.length > framesMax) throw new RangeError('the response has too many events');
  };
  const take = (text: string): void => {
    length += text.length;
    if (length > responseLengthMax) throw new RangeError('the response is too long');
    if (splitter === undefined) whole += text;
    else keep(splitter.push(text));
  };
  for await (const chunk of unpacked(body, headers['content-encoding'])) {
    take(decoder.decode(chunk, { stream: true }));
  }
  take(decoder.decode());
  // Keys are redacted event by event, also where the content type does not name a stream.
  const rest = isEventStream(whole) ? framesOf(whole) : [whole];
  keep(splitter === undefined ? rest : splitter.end());
  const texts = redaction.cleanAll(frames.map(({ text }) => text));
  const cleaned = frames.map(({ atMs }, at) => ({ atMs, text: texts[at] ?? '' }));
  return { status, contentType, frames: cleaned, ...placeOf(status, headers, request, redaction) };
}

const isStream = (contentType: string): boolean => /^text\/event-stream/i.test(contentType);

/** What tells a wrong address: the one that was asked, and the one to which the provider points. */
function placeOf(
  status: number,
  { location }: UpstreamResponse['headers'],
  { url }: TryOptions['request'],
  redaction: Redaction,
): Pick<Response, 'address' | 'location'> {
  if (status >= 300 && status < 400) {
    if (typeof location !== 'string') return {};
    return { location: redaction.clean(location.split('?')[0] ?? '') };
  }
  if (status !== 404 && status !== 405) return {};
  const { origin, pathname } = new URL(url);
  return { address: redaction.clean(`${origin}${pathname}`) };
}

function readOf({ contentType, frames }: Response, wire: Wire): WireResponse {
  const text = frames.map((frame) => frame.text).join('');
  const received = receivedBody(text, wire.isResponse);
  if (received.kind === 'whole') return wire.readBody(received.body);
  if (received.kind === 'events') return wire.readStream(received.data);
  const nothing = { usage: null, stopReason: null, isWhole: false };
  if (text.trim() === '') return { ...nothing, error: 'the body is empty' };
  if (/^\s*[{[]/.test(text)) return { ...nothing, error: 'the body is not valid JSON' };
  const found = `${contentType.split(';')[0]}: ${wordsOf(text)}`;
  return { ...nothing, error: found, isForeign: true };
}

/** Milliseconds: seconds or a date as HTTP has them, or what some providers add. */
function retryAfterOf(headers: UpstreamResponse['headers'], now: number): number {
  const millis = headers['retry-after-ms'];
  const retryAfter = headers['retry-after'];
  if (typeof millis === 'string' && /^[0-9]{1,9}$/.test(millis)) return Number(millis);
  if (typeof retryAfter !== 'string') return 0;
  const waited = /^[0-9]{1,6}([.][0-9]{1,6})?$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now;
  return Number.isFinite(waited) ? Math.max(0, waited) : 0;
}
