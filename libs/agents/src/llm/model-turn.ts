/**
 * One turn of a model on the maintained multi-provider library: the conversation goes out,
 * the model's response comes back. Only this file loads that library. It neither retries
 * nor calls tools.
 */

import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import {
  AISDKError,
  APICallError,
  generateText,
  jsonSchema,
  streamText,
  tool,
  type FinishReason,
  type JSONSchema7,
  type ModelMessage,
  type ToolSet,
} from 'ai';
import type { OpenAsk, WireApi } from '#llm';
import { splitThoughts } from '#llm/wire/thoughts';
import { valueAt } from '#contracts/parsing/value-at';
import { chatDialects } from './dialects/chat-dialects.js';
import { ResponseDefect } from './dialects/response-defect.js';
import { responsesAsAsked } from './dialects/responses-as-asked.js';
import type { LlmAgentConfig } from '#contracts/agents/model-settings';

export type { ModelMessage };

/** A tool as described to the model. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly input: object;
}

/** A tool call that a model asks for. */
export interface AskedCall {
  readonly id: string;
  readonly name: string;
  /** Parsed JSON, or the raw text if it is not JSON. */
  readonly input: unknown;
}

export interface ModelTurn {
  readonly finish: FinishReason;
  /** The provider's own finish reason. */
  readonly finishedBy: string | undefined;
  readonly calls: readonly AskedCall[];
  /** Excludes its thoughts. */
  readonly text: string;
  /** Whether it returned neither text nor calls; thoughts do not count. */
  readonly isEmpty: boolean;
  /** The response, in the form that the next turn sends back. */
  readonly messages: readonly ModelMessage[];
}

interface TurnOptions {
  readonly ask: Pick<OpenAsk, 'baseUrl' | 'fetch'>;
  readonly api: WireApi;
  /** Name of the model at its provider. */
  readonly model: string;
  readonly config: Pick<
    LlmAgentConfig,
    'stream' | 'temperature' | 'modelSeed' | 'maxOutputTokens' | 'reasoner'
  >;
  readonly effort: LlmAgentConfig['effort'];
  readonly instructions: string;
  readonly tools: readonly ModelTool[];
}

/**
 * Sends the conversation so far. Throws `ResponseDefect` for a response that cannot be read, and
 * the errors of reaching the gateway.
 */
export type TakeTurn = (messages: readonly ModelMessage[]) => Promise<ModelTurn>;

// The library prints warnings about settings that a model does not support; the
// request is recorded.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Opens a conversation. */
export function openConversation(options: TurnOptions): TakeTurn {
  const { config, effort, instructions, tools, api } = options;
  let defect: string | undefined;
  const call = {
    ...providerOf(options, (sentence) => void (defect = sentence)),
    instructions,
    tools: toolSet(tools),
    maxOutputTokens: config.maxOutputTokens,
    maxRetries: 0,
    ...temperatureOf(config),
    ...(config.modelSeed === undefined ? {} : { seed: config.modelSeed }),
    ...(effort === undefined ? {} : { reasoning: effort }),
  };
  const take = config.stream ? streamed : generated;
  return async (messages) => {
    const [turn] = await Promise.allSettled([take({ ...call, messages: [...messages] })]);
    // The library may read a response of another form as an empty one.
    if (defect !== undefined) throw new ResponseDefect(defect);
    if (turn.status === 'rejected') throw inWords(turn.reason, api);
    return turnOf(turn.value);
  };
}

const temperatureOf = ({ temperature, reasoner }: TurnOptions['config']) =>
  temperature === undefined || reasoner ? {} : { temperature };

/** An error of the library, by what it means. */
function inWords(error: unknown, api: WireApi): unknown {
  if (!AISDKError.isInstance(error)) return error;
  const { issues } = Object(causeOf(error)) as { readonly issues?: unknown };
  const path = valueAt(issues, [0, 'path']);
  if (Array.isArray(path)) {
    return new ResponseDefect(`the response has not the form of ${api}: see ${path.join('.')}`);
  }
  const isRead = APICallError.isInstance(error) && error.statusCode !== undefined;
  return new ResponseDefect(isRead ? `the response has not the form of ${api}` : error.message);
}

/** The innermost cause. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error;

/**
 * Thinking's share of the response tokens, for models that take a number; the library's shares
 * of its maximum.
 */
const thinkingShare = { low: 0.1, medium: 0.3, high: 0.6 };
/** The minimum that any of these models accepts. */
const thinkingTokensMin = 512;

type TextCall = Parameters<typeof generateText>[0];
type ModelOutput = Pick<
  Awaited<ReturnType<typeof generateText>>,
  'finishReason' | 'rawFinishReason' | 'toolCalls' | 'text' | 'responseMessages'
>;

const generated = async (call: TextCall): Promise<ModelOutput> => generateText(call);

async function streamed(call: TextCall): Promise<ModelOutput> {
  const failures: unknown[] = [];
  const { model, ...rest } = call;
  const result = streamText({
    ...rest,
    model,
    onError: ({ error }) => void failures.push(error),
  } as Parameters<typeof streamText>[0]);
  await result.consumeStream({ onError: (error) => void failures.push(error) });
  if (failures.length > 0) throw failures[0];
  const [finishReason, rawFinishReason, toolCalls, text, responseMessages] = await Promise.all([
    result.finishReason,
    result.rawFinishReason,
    result.toolCalls,
    result.text,
    result.responseMessages,
  ]);
  return { finishReason, rawFinishReason, toolCalls, text, responseMessages };
}

function turnOf({
  finishReason,
  rawFinishReason,
  toolCalls,
  text,
  responseMessages,
}: ModelOutput): ModelTurn {
  // The library answers calls that it cannot parse. Those answers are dropped: the loop
  // answers every call.
  const messages = responseMessages.filter(({ role }) => role === 'assistant');
  // The model's thoughts go back to it with its message, and are no part of its answer.
  const { thought, answer } = splitThoughts(text);
  const spoken = thought === '' ? text : answer.trim();
  return {
    finish: finishReason,
    finishedBy: rawFinishReason,
    calls: toolCalls.map(({ toolCallId: id, toolName: name, input }) => ({ id, name, input })),
    text: spoken,
    isEmpty: spoken.trim() === '' && toolCalls.length === 0,
    messages,
  };
}

/** No `execute`: the loop calls the tools itself, one at a time. */
const toolSet = (tools: readonly ModelTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema(input as JSONSchema7) }),
    ]),
  );

/** A placeholder: the gateway replaces it with the provider's key. */
const apiKey = 'none';

/** The model, and the options of its provider. */
function providerOf(
  turn: TurnOptions,
  onDefect: (sentence: string) => void,
): Pick<TextCall, 'model' | 'providerOptions'> {
  const { ask, api, model, config } = turn;
  const { baseUrl } = ask;
  const isStreamed = config.stream;
  const baseURL = `${baseUrl}/${api === 'google-generate-content' ? 'v1beta' : 'v1'}`;
  const generateId = numberedIds();
  const fetch =
    api === 'openai-chat'
      ? chatDialects(ask.fetch, { isStreamed, onDefect, generateId })
      : responsesAsAsked(ask.fetch, { api, isStreamed, onDefect });
  const options = { baseURL, fetch, apiKey, generateId };
  const reasoning = reasonerOptions(config);
  switch (api) {
    case 'anthropic-messages': {
      // Responses are recorded in full: arguments that stream early, and may be
      // malformed, are useless.
      const providerOptions = { anthropic: { toolStreaming: false } };
      return { model: createAnthropic(options)(model), providerOptions };
    }
    case 'openai-responses':
      // The whole conversation is sent each time, so that every request is self-contained.
      return {
        model: createOpenAI(options).responses(model),
        providerOptions: { openai: { store: false, ...reasoning } },
      };
    case 'openai-chat':
      return {
        model: createOpenAI(options).chat(model),
        providerOptions: config.reasoner ? { openai: reasoning } : {},
      };
    case 'google-generate-content':
      return { model: createGoogle(options)(model), providerOptions: thinkingOptions(turn) };
    default:
      return api satisfies never;
  }
}

/** For a model whose name does not tell the library that it reasons. */
const reasonerOptions = ({ reasoner }: TurnOptions['config']) =>
  reasoner ? ({ forceReasoning: true, systemMessageMode: 'system' } as const) : {};

function thinkingOptions({
  model,
  effort,
  config,
}: TurnOptions): NonNullable<TextCall['providerOptions']> {
  if (effort === undefined || effort === 'none') return {};
  // Thoughts count as output here: a budget above the limit would truncate every response.
  const tokens = Math.floor(config.maxOutputTokens * thinkingShare[effort]);
  const thinkingBudget = Math.max(thinkingTokensMin, tokens);
  const budget = model.startsWith('gemini-2.5') ? { thinkingBudget } : {};
  return { google: { thinkingConfig: { includeThoughts: true, ...budget } } };
}

/**
 * Ids for calls that the provider left without one. They are sent back to it, so a repeated run
 * uses the same ids.
 */
function numberedIds(): () => string {
  let last = 0;
  return () => `call-${++last}`;
}
