/**
 * The recording gateway in this process: attempts are opened here, and every call goes
 * through one of them.
 */

import { corruptJournal, invalidInput, invariant, sha256Hex, unavailable } from '#values';
import { askPlace, callsOfAttempt } from '../calls/call-place.js';
import type { AskRequest, RecordedAsk } from '../calls/ask.js';
import { Attempt, type AttemptOptions } from './attempt.js';
import { BudgetLedger, spentOf } from './budget-ledger.js';
import type { Spent } from '../provider/pricing.js';
import { CallDesk } from './call-desk.js';
import { KeyRefusals } from '../provider/key-refusals.js';
import { serveModels } from './serve-models.js';
import type { ModelMode, ModelService, OpenAsk } from '../calls/model-service.js';
import { namedModel, type Models } from '../provider/models.js';
import type { AllowedModel } from './planned-call.js';
import type { RecordedCall } from '../calls/recorded-call.js';
import { isSameAsk, type RecordingReader, type RecordingStore } from '../calls/recording-store.js';
import { Redaction } from '../provider/redaction.js';
import { sendOverHttp, type Send } from '../provider/upstream.js';
import { newToken, wallClock, type LocalServer, type WallClock } from '#http';

export interface ModelGatewayOptions {
  readonly mode: ModelMode;
  readonly models: Models;
  /** The content of this recording, in every mode; closed with the gateway. */
  readonly store: RecordingStore;
  /** The recording to replay. */
  readonly source?: RecordingReader | undefined;
  /** How long `close` waits for pending calls; slower ones have an unknown end. */
  readonly closeMs?: number;
  readonly clock?: WallClock;
  readonly send?: Send;
  /** Gets a line on failures that a user can fix, such as a wrong key; discarded when left out. */
  readonly onWarning?: (text: string) => void;
  /**
   * Throws `Unavailable` for a call whose provider cannot be reached, instead of recording
   * that it failed.
   */
  readonly stopsWhenAway?: boolean;
}

/** Milliseconds for which further lines about tries of a provider are left out. */
const retryLineMs = 5_000;

/**
 * A ledger is kept while attempts of its run are open; beyond that, those of the latest
 * runs are kept.
 */
const ledgersMax = 4096;

export class ModelGateway implements ModelService {
  /** By the SHA-256 of their tokens: the duration of a look-up reveals nothing about a token. */
  private readonly attempts = new Map<string, Attempt>();
  private readonly ledgers = new Map<string, Promise<BudgetLedger>>();
  private readonly redaction = new Redaction();
  /** Attempts of the replayed runs, each read once. */
  private readonly replayed = new Map<string, Promise<readonly RecordedAsk[]>>();
  private readonly source: RecordingReader | undefined;
  private readonly clock: WallClock;
  private readonly desk: CallDesk;
  private readonly dead = new AbortController();
  private served: Promise<LocalServer> | undefined;
  readonly stopsWhenAway: boolean;
  private readonly reportedAt = new Map<string, number>();

  constructor(private readonly options: ModelGatewayOptions) {
    const { mode, models, store, source, clock = wallClock, send = sendOverHttp } = options;
    invariant(mode === 'record' || source !== undefined, `mode ${mode} needs a recording`);
    this.source = mode === 'record' ? undefined : source;
    this.clock = clock;
    this.stopsWhenAway = mode === 'replay' || options.stopsWhenAway === true;
    const { redaction, stopsWhenAway } = this;
    this.desk = new CallDesk({
      mode,
      models,
      store,
      clock,
      send,
      redaction,
      stopsWhenAway,
      keyRefusals: new KeyRefusals(options.onWarning ?? (() => undefined)),
      onRetry: (provider, line) => this.reportRetry(provider, line),
      dead: this.dead.signal,
    });
  }

  /**
   * Passes on the first line of a provider at once, and later ones rarely: many calls
   * may wait for it.
   */
  private reportRetry(provider: string, line: string): void {
    const now = this.clock.now();
    if (now - (this.reportedAt.get(provider) ?? -Infinity) < retryLineMs) return;
    this.reportedAt.set(provider, now);
    this.options.onWarning?.(`provider ${provider}: ${line}`);
  }

  async open(ask: AskRequest): Promise<OpenAsk> {
    const { mode, store } = this.options;
    const { run, asOf, deadline: _, budget: __, ...rest } = ask;
    const allowed = await this.allowedModel(ask);
    const source = mode === 'replay' ? await this.replayedAsk(ask) : undefined;
    const openedAt = source?.opened.openedAt ?? new Date(this.clock.now()).toISOString();
    const own = await store.openAsk({ run, asOf, ...rest, openedAt });
    const calls = await store.callsOf(run, asOf);
    const ledger = await this.ledgerOf(ask, calls);
    const elsewhere = (await this.source?.callsOf(run, asOf)) ?? [];
    return this.attemptOf({
      own,
      allowed,
      seat: {
        ask,
        ledger,
        source,
        known: callsOfAttempt(calls, ask),
        elsewhere: callsOfAttempt(elsewhere, ask),
      },
    });
  }

  asksOf(run: string): Promise<readonly RecordedAsk[]> {
    return this.options.store.asksOf(run);
  }

  async close(): Promise<void> {
    for (const attempt of [...this.attempts.values()]) attempt.abandon();
    const waited = new AbortController();
    const { closeMs = 5_000, store } = this.options;
    const late = this.clock.sleep(closeMs, waited.signal).catch(() => undefined);
    await Promise.race([this.desk.idle(), late]);
    waited.abort();
    this.dead.abort(unavailable('the gateway is closed'));
    await this.desk.idle();
    if (this.served !== undefined) await (await this.served).close();
    await store.close();
  }

  private attemptOf(rest: Pick<AttemptOptions, 'own' | 'allowed' | 'seat'>): Attempt {
    const { ask, elsewhere } = rest.seat;
    const { mode, store } = this.options;
    const token = newToken();
    const digest = sha256Hex(token);
    const ended = new AbortController();
    const attempt = new Attempt({
      ...rest,
      redaction: this.redaction,
      desk: this.desk,
      baseUrl: `${inProcess}/ask/${token}`,
      reach: async () => `${(await this.serve()).url}/ask/${token}`,
      keepEnd: async (end) => {
        if (mode === 'replay') await this.desk.takeLost(elsewhere);
        else await store.endLost(ask);
        return store.endAsk(end);
      },
      onClosed: () => {
        this.attempts.delete(digest);
        ended.abort();
      },
    });
    this.attempts.set(digest, attempt);
    // A replay ends where the recording did, however long it takes.
    if (mode !== 'replay') void this.expire(attempt, Date.parse(ask.deadline), ended.signal);
    return attempt;
  }

  /**
   * Ends the calls of an attempt at its deadline, and drops it if it is still open long afterwards.
   */
  private async expire(attempt: Attempt, deadline: number, ended: AbortSignal): Promise<void> {
    const { now, sleep } = this.clock;
    try {
      await sleep(Math.max(0, deadline - now()), ended);
      attempt.expire();
      await sleep(forgottenAfterMs, ended);
      attempt.abandon();
    } catch {
      // It has ended.
    }
  }

  /** The attempt in the recording that is replayed. `CorruptJournal` if it has none. */
  private async replayedAsk(ask: AskRequest): Promise<RecordedAsk> {
    const asks = this.replayed.get(ask.run) ?? this.source?.asksOf(ask.run);
    invariant(asks !== undefined, 'a replay has a recording');
    this.replayed.set(ask.run, asks);
    asks.catch(() => this.replayed.delete(ask.run));
    const found = (await asks).find(({ opened }) => isSameAsk(opened, ask));
    if (found !== undefined) return found;
    throw corruptJournal('the recording has no such attempt', { where: askPlace(ask, ask) });
  }

  private serve(): Promise<LocalServer> {
    this.served ??= serveModels((token, request) =>
      this.attempts.get(sha256Hex(token))?.answer(request),
    );
    return this.served;
  }

  /** The model that the attempt may ask. Its key is looked up before anything is asked. */
  private async allowedModel({ agent, model, budget }: AskRequest): Promise<AllowedModel | null> {
    if (model === null) return null;
    const { mode, models } = this.options;
    const slash = model.indexOf('/');
    const name = model.slice(0, Math.max(slash, 0));
    if (mode === 'replay') {
      return { name, model: model.slice(slash + 1), provider: models.providers.get(name) };
    }
    const named = namedModel(models, model, `agents, ${agent}: model`);
    const isPriced = models.prices?.models[model] !== undefined;
    if (!isPriced && (budget.decision?.usd ?? budget.run?.usd) !== undefined) {
      throw invalidInput('a dollar budget needs the price of the model', {
        where: 'prices.models of the models file',
        expected: `a price of ${model}`,
        found: 'nothing',
      });
    }
    // It is redacted from every request, including the first; a pure replay may have no key.
    if (mode === 'record') this.redaction.add(await models.keyOf(name));
    else this.redaction.add(await models.keyOf(name).catch(() => undefined));
    return named;
  }

  /** Counts the recorded calls of the run, once, and of the decision. */
  private async ledgerOf(
    { run, asOf, budget }: AskRequest,
    calls: readonly RecordedCall[],
  ): Promise<BudgetLedger> {
    let opened = this.ledgers.get(run);
    if (opened === undefined) {
      opened = this.openLedger(run, budget.run !== undefined);
      this.ledgers.set(run, opened);
      opened.catch(() => this.ledgers.delete(run));
      const [oldest] = this.ledgers.keys();
      if (this.ledgers.size > ledgersMax && oldest !== undefined) this.ledgers.delete(oldest);
    }
    const ledger = await opened;
    ledger.openDecision(asOf, this.spentOn(calls));
    return ledger;
  }

  private async openLedger(run: string, isBounded: boolean): Promise<BudgetLedger> {
    const ledger = new BudgetLedger();
    if (isBounded) ledger.addToRun(this.spentOn(await this.options.store.callsOf(run)));
    return ledger;
  }

  private spentOn(calls: readonly RecordedCall[]): Spent[] {
    return calls.map((call) => spentOf(call, this.desk.reservationFor(call)));
  }
}

/** For an attempt past its deadline whose agent died silently. */
const forgottenAfterMs = 600_000;

/** Nothing listens at this address: the attempt's `fetch` takes its requests. */
const inProcess = 'http://models.invalid';
