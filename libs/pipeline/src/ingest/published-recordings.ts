/**
 * Recordings that also publish their attempts and calls to `agent.calls`, without
 * prompts and bodies.
 */

import pRetry from 'p-retry';
import type { AskEnded, AskOpened, ModelCalled } from '#contracts';
import { outgoing, type MessageLog, type OutgoingMessage } from '#event-log';
import type {
  AskKey,
  Claim,
  ClaimedCall,
  EndedAsk,
  OpenedAsk,
  RecordedAsk,
  RecordedCall,
  RecordingStore,
} from '#llm';
import { isFailure } from '#values';

interface PublishedRecordingsOptions {
  /** How long pending messages wait for unavailable topics, milliseconds. */
  readonly patienceMs?: number | undefined;
}

/** State of an attempt that has not ended here. */
interface OpenAttempt {
  /** Durable in the store, and not yet on the topic. */
  readonly pending: OutgoingMessage[];
  /** Calls that this process has published, by lane and ordinal. */
  readonly calls: Set<string>;
  flushing: Promise<void> | undefined;
}

const retryMs = 200;
const reasonMax = 2_000;

/**
 * `AskOpened` is on the topic before the attempt is open, and all of the attempt's messages are
 * before it ends. Calls are published while the attempt runs. If a process dies first, its
 * successor publishes the rest when it reopens the attempt.
 */
export class PublishedRecordings implements RecordingStore {
  private readonly open = new Map<string, OpenAttempt>();
  private readonly closing = new AbortController();

  constructor(
    private readonly store: RecordingStore,
    private readonly log: Pick<MessageLog, 'append'>,
    private readonly options: PublishedRecordingsOptions = {},
  ) {}

  asksOf(run: string): Promise<readonly RecordedAsk[]> {
    return this.store.asksOf(run);
  }

  callsOf(run: string, asOf?: number): Promise<readonly RecordedCall[]> {
    return this.store.callsOf(run, asOf);
  }

  /**
   * Throws `Unavailable` if the topics are unavailable for too long: calls require the attempt to
   * be on its topic.
   */
  async openAsk(ask: OpenedAsk): Promise<RecordedAsk> {
    const known = await this.store.openAsk(ask);
    const attempt = this.attempt(ask);
    attempt.pending.push(outgoing('agent.calls', askOpened(known.opened)));
    await this.flush(attempt);
    return known;
  }

  async endLost(ask: AskKey): Promise<readonly RecordedCall[]> {
    const lost = await this.store.endLost(ask);
    for (const call of lost) this.publish(call);
    return lost;
  }

  async endAsk(ask: EndedAsk): Promise<EndedAsk> {
    const ended = await this.store.endAsk(ask);
    const attempt = this.attempt(ask);
    attempt.pending.push(outgoing('agent.calls', askEnded(ended)));
    await this.flush(attempt);
    this.open.delete(keyOf(ask));
    return ended;
  }

  async claim(call: ClaimedCall): Promise<Claim> {
    const claim = await this.store.claim(call);
    if (claim.kind === 'recorded') this.publish(claim.call);
    return claim;
  }

  async finish(call: RecordedCall): Promise<void> {
    await this.store.finish(call);
    this.publish(call);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.store.close();
  }

  /** Only the end of the attempt waits for it. */
  private publish(call: RecordedCall): void {
    const isOpen = this.open.has(keyOf(call));
    const attempt = this.attempt(call);
    const key = `${call.lane}/${call.ordinal}`;
    if (attempt.calls.has(key)) return;
    attempt.calls.add(key);
    attempt.pending.push(outgoing('agent.calls', modelCalled(call)));
    const flushed = this.flush(attempt).catch(() => undefined);
    // A call may finish after its attempt ended, which will not end again.
    if (!isOpen) void flushed.then(() => this.open.delete(keyOf(call)));
  }

  private attempt(key: AskKey): OpenAttempt {
    const name = keyOf(key);
    const known = this.open.get(name);
    if (known !== undefined) return known;
    const attempt: OpenAttempt = { pending: [], calls: new Set(), flushing: undefined };
    this.open.set(name, attempt);
    return attempt;
  }

  /** Settles once everything pending at the time of the call is durable. */
  private async flush(attempt: OpenAttempt): Promise<void> {
    while (attempt.pending.length > 0) {
      attempt.flushing ??= this.append(attempt).finally(() => {
        attempt.flushing = undefined;
      });
      await attempt.flushing;
    }
  }

  private async append(attempt: OpenAttempt): Promise<void> {
    const { patienceMs = 60_000 } = this.options;
    const { signal } = this.closing;
    const count = attempt.pending.length;
    await pRetry(() => this.log.append(attempt.pending.slice(0, count)), {
      retries: Infinity,
      factor: 1,
      minTimeout: retryMs,
      maxRetryTime: patienceMs,
      shouldRetry: ({ error }) => !signal.aborted && isFailure(error, 'Unavailable'),
    });
    attempt.pending.splice(0, count);
  }
}

const keyOf = ({ run, asOf, attempt }: AskKey): string => `${run}/${asOf}/${attempt}`;

const askOpened = (opened: OpenedAsk): AskOpened => ({ type: 'AskOpened', version: 1, ...opened });

const askEnded = ({ run, asOf, attempt, class: of, reason, durationMs }: EndedAsk): AskEnded => ({
  type: 'AskEnded',
  version: 1,
  run,
  asOf,
  attempt,
  class: of,
  reason: reason === null ? null : reason.slice(0, reasonMax),
  durationMs,
});

const modelCalled = (call: RecordedCall): ModelCalled => {
  const { run, asOf, attempt, lane, ordinal, provider, api, model, canonicaliser, digest } = call;
  const { tries, response, usage, stopReason, cost } = call;
  return {
    type: 'ModelCalled',
    version: 1,
    run,
    asOf,
    attempt,
    lane,
    ordinal,
    provider,
    api,
    model,
    canonicaliser,
    digest,
    tries: [...tries],
    status: response?.status ?? null,
    usage,
    stopReason,
    cost,
  };
};
