/** How agents reach models: an attempt is opened, its calls go through it, and it is ended. */

import type { AskEnd, AskRequest, EndedAsk, RecordedAsk } from './ask.js';
import type { WireApi } from './recorded-call.js';

/** An attempt that is open. */
export interface OpenAsk {
  /**
   * Base URL of its requests: the paths of a provider's API are below it, as in
   * `<baseUrl>/v1/messages`. No key is needed: any that is sent is dropped.
   */
  readonly baseUrl: string;
  /** API of the provider of its model; null for an agent that names none. */
  readonly api: WireApi | null;
  /** Reaches `baseUrl`, without a socket if the gateway is in this process. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * The base URL for another process: starts to listen on this machine when it is first requested.
   */
  reach(): Promise<string>;
  /** The recorded end, if it has one. */
  readonly ended: EndedAsk | null;
  /**
   * What the gateway itself refused or could not do within this attempt, so that it need not be
   * guessed from how a library reports a status: the first failure that ends the decision (`late`,
   * `limit`), or the first provider error, or undefined. Throws errors that stop the run, whatever
   * the agent made of them.
   */
  failure(): CallFailure | undefined | Promise<CallFailure | undefined>;
  /** Durable when it resolves; returns the recorded end if there already was one. */
  end(end: AskEnd): Promise<EndedAsk>;
}

export interface CallFailure {
  readonly class: 'late' | 'limit' | 'provider error';
  readonly reason: string;
}

/** In the process of the agents, or a client of the service. */
export interface ModelService {
  /**
   * Whether a provider, or an agent, that cannot be reached ends the run, so that it
   * can be resumed.
   */
  readonly stopsWhenAway?: boolean;
  /**
   * Durable when it resolves. `InvalidInput` for an unknown provider; in a replay `CorruptJournal`
   * for an attempt that was not recorded, or that has a different prompt.
   */
  open(ask: AskRequest): Promise<OpenAsk>;
  /** The attempts of a run so far, from which agents build their memory. */
  asksOf(run: string): Promise<readonly RecordedAsk[]>;
  close(): Promise<void>;
}

/**
 * `record`: calls that are already recorded are not made again, others are. `replay`: nothing
 * leaves the machine; a request that was not recorded is `CorruptJournal`. `replay-or-record`: a
 * recording made elsewhere is used as our own.
 */
export const modelModes = ['record', 'replay', 'replay-or-record'] as const;
export type ModelMode = (typeof modelModes)[number];
