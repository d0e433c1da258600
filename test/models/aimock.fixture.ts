/** `@copilotkit/aimock`, a third-party scripted model, as far as the tests use it. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmPackage } from '../clients/installed.fixture.js';

/** Every wire format is brought to this form before it is matched and logged. */
export interface MockRequest {
  readonly model: string;
  readonly messages: readonly MockMessage[];
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

export interface MockMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly { readonly text?: string }[] | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

export interface MockResponse {
  readonly content?: string;
  readonly toolCalls?: readonly {
    readonly name: string;
    readonly arguments: string;
    readonly id: string;
  }[];
  readonly finishReason?: string;
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly error?: { readonly message: string; readonly type?: string };
  readonly status?: number;
  readonly retryAfter?: number;
}

/** What happens to a fixture's response on the way. */
export interface MockMisbehavior {
  /** Ends the connection behind so many events of a stream. */
  readonly truncateAfterChunks?: number;
  /** Tokens a second; the first comes after `ttft` milliseconds. */
  readonly streamingProfile?: { readonly ttft?: number; readonly tps?: number };
  /** Applies to the whole fixture: a body that is not JSON, a status 429, a dropped connection. */
  readonly chaos?: {
    readonly malformedRate?: number;
    readonly rateLimitRate?: number;
    readonly disconnectRate?: number;
    readonly dropRate?: number;
  };
}

/** A line of the mock's own log. */
export interface MockEntry {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: MockRequest | null;
  readonly response: { readonly status: number; readonly interrupted?: boolean };
}

export interface Aimock {
  readonly url: string;
  on(
    match: { readonly predicate: (request: MockRequest) => boolean },
    response: (request: MockRequest) => MockResponse | Promise<MockResponse>,
    misbehavior?: MockMisbehavior,
  ): unknown;
  start(): Promise<string>;
  stop(): Promise<void>;
  getRequests(): MockEntry[];
  clearRequests(): void;
}

interface Package {
  readonly LLMock: new (options: object) => Aimock;
}

export const aimockFolder = (): Promise<string> => npmPackage('@copilotkit/aimock', '1.43.0');

/**
 * Listens on a free port of this machine, keeps every request, and refuses other keys and what no
 * script answers.
 */
export async function startAimock(key: string): Promise<Aimock> {
  const entry = pathToFileURL(join(await aimockFolder(), 'dist/index.js')).href;
  const { LLMock } = (await import(entry)) as Package;
  const mock = new LLMock({
    port: 0,
    host: '127.0.0.1',
    journalMaxEntries: 0,
    strict: true,
    auth: { apiKeys: [key] },
    chunkSize: 64,
  });
  await mock.start();
  return mock;
}
