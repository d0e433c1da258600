/**
 * A scripted model behind aimock: it reads its input as a conversation, and its reply
 * counts its tokens.
 */

import { createHash } from 'node:crypto';
import {
  startAimock,
  type Aimock,
  type MockMessage,
  type MockMisbehavior,
  type MockRequest,
  type MockResponse,
} from './aimock.fixture.js';

/** The key of the model: never in a file, a log or a message. */
export const secret = 'sk-tapefold-test-2f9c1e7ab4d05836';

/**
 * A provider for each wire format, all of them the same mock: the model name tells
 * which one was used.
 */
export const providers = {
  anthropic: { api: 'anthropic-messages', model: 'scripted-messages' },
  chat: { api: 'openai-chat', model: 'scripted-chat' },
  responses: { api: 'openai-responses', model: 'scripted-responses' },
  gemini: { api: 'google-generate-content', model: 'gemini-2.5-flash' },
} as const;
export type ProviderName = keyof typeof providers;
export const providerNames = Object.keys(providers) as ProviderName[];

/** A conversation so far, as the model is shown it. */
export interface Turn {
  readonly provider: ProviderName;
  readonly streams: boolean;
  /** The whole conversation before its reply. */
  readonly prompt: string;
  readonly session: string;
  /** The symbols of the run; those of a pool in hedging. */
  readonly symbols: readonly string[];
  readonly tools: readonly string[];
  /** What tools gave, oldest first. */
  readonly results: readonly string[];
  /** Own turns before this one. */
  readonly said: number;
}

export interface Reply {
  readonly thought?: string;
  readonly calls?: readonly { readonly name: string; readonly args: object | string }[];
  /** Why it stopped, in the words of OpenAI; aimock has those of the others. */
  readonly finish?: string;
  readonly error?: {
    readonly status: number;
    readonly message: string;
    readonly retryAfter?: number;
  };
}

export type Script = (turn: Turn) => Reply | Promise<Reply>;

/** Tokens of one response, as it tells of them. */
export interface Told {
  readonly turn: Turn;
  readonly input: number;
  readonly output: number;
}

const textOf = (message: MockMessage): string =>
  typeof message.content === 'string'
    ? message.content
    : (message.content ?? []).map(({ text = '' }) => text).join('');

/** The prompt names the session of the decision; aimock keeps the order of messages. */
export function turnOf(request: MockRequest): Turn {
  const { messages } = request;
  const first = messages.findIndex(({ role }) => role === 'assistant' || role === 'tool');
  const before = first < 0 ? messages : messages.slice(0, first);
  const prompt = before.map(textOf).join('\n');
  const provider = providerNames.find((name) => providers[name].model === request.model);
  if (provider === undefined) throw new Error(`no script for the model ${request.model}`);
  return {
    provider,
    streams: request.stream === true,
    prompt,
    session: /[Ss]ession[^0-9\n]*([0-9]{4}-[0-9]{2}-[0-9]{2})/.exec(prompt)?.[1] ?? '',
    symbols: symbolsIn(prompt),
    tools: (request.tools ?? []).map(({ function: { name } }) => name),
    results: messages.filter(({ role }) => role === 'tool').map(textOf),
    said: messages.filter(({ role }) => role === 'assistant').length,
  };
}

/** The symbols of the run, or of its pool, as the prompts name them. */
function symbolsIn(prompt: string): string[] {
  const named = /(?:Symbols of this run:|Stock pool:|You trade) ([A-Z][A-Z, ]*)/.exec(prompt);
  if (named?.[1] === undefined) throw new Error(`a prompt without symbols: ${prompt}`);
  return named[1].trim().split(', ');
}

/** The same for the same conversation, as a recording has to be. */
const idOf = (request: MockRequest, index: number): string => {
  const hash = createHash('sha256').update(JSON.stringify(request.messages)).digest('hex');
  return `call_${hash.slice(0, 20)}_${index}`;
};

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/**
 * Gemini also reports that it stopped when it calls a tool; aimock uses a word that Gemini
 * does not know.
 */
const usualFinish = ({ model }: MockRequest): string | undefined =>
  model === providers.gemini.model ? 'stop' : undefined;

function responseOf(request: MockRequest, reply: Reply): MockResponse {
  const { thought, calls = [], finish = usualFinish(request), error } = reply;
  if (error !== undefined) {
    const { status, message, retryAfter } = error;
    return { error: { message }, status, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
  const toolCalls = calls.map(({ name, args }, index) => ({
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    id: idOf(request, index),
  }));
  return {
    ...(thought === undefined && toolCalls.length > 0 ? {} : { content: thought ?? '' }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(finish === undefined ? {} : { finishReason: finish }),
    usage: {
      prompt_tokens: tokensOf(JSON.stringify(request.messages)),
      completion_tokens: tokensOf((thought ?? '') + JSON.stringify(toolCalls)),
    },
  };
}

export class ScriptedModel {
  private readonly told: Told[] = [];
  /** Asks that wait for their response. */
  inFlight = 0;
  /** Told of each ask when it comes, and once it has its response. */
  readonly watchers: { asked?(turn: Turn): void; answered?(turn: Turn): void } = {};

  private constructor(readonly mock: Aimock) {}

  /** Answers those that send this key. */
  static async start(key = secret): Promise<ScriptedModel> {
    return new ScriptedModel(await startAimock(key));
  }

  get url(): string {
    return this.mock.url;
  }

  /** The first script that applies answers; a misbehavior belongs to the script given with it. */
  script(applies: (turn: Turn) => boolean, script: Script, misbehavior?: MockMisbehavior): this {
    this.mock.on(
      { predicate: (request) => applies(turnOf(request)) },
      (request) => this.answer(request, script),
      misbehavior,
    );
    return this;
  }

  private async answer(request: MockRequest, script: Script): Promise<MockResponse> {
    const turn = turnOf(request);
    this.inFlight += 1;
    this.watchers.asked?.(turn);
    try {
      const response = responseOf(request, await script(turn));
      if (response.usage !== undefined) this.tell(turn, response.usage);
      return response;
    } finally {
      this.inFlight -= 1;
      this.watchers.answered?.(turn);
    }
  }

  private tell(turn: Turn, usage: NonNullable<MockResponse['usage']>): void {
    this.told.push({ turn, input: usage.prompt_tokens, output: usage.completion_tokens });
  }

  /** Tokens that responses told of, in all. */
  tokens(of: (turn: Turn) => boolean = () => true): { input: number; output: number } {
    const told = this.told.filter(({ turn }) => of(turn));
    return {
      input: told.reduce((sum, { input }) => sum + input, 0),
      output: told.reduce((sum, { output }) => sum + output, 0),
    };
  }

  /** How often each conversation was sent, by aimock's own log. One that streams is another. */
  asked(): ReadonlyMap<string, number> {
    const times = new Map<string, number>();
    for (const { body, path } of this.mock.getRequests()) {
      const key = JSON.stringify([path, body?.model, body?.stream === true, body?.messages]);
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    return times;
  }

  stop(): Promise<void> {
    return this.mock.stop();
  }
}
