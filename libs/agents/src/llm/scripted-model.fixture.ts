/**
 * A model service that keeps asks in memory, and whose model answers turn by turn from a
 * test's script.
 */

import type {
  AskRequest,
  CallFailure,
  EndedAsk,
  ModelService,
  OpenAsk,
  RecordedAsk,
  WireApi,
} from '#llm';

/** Content of one response of the model. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[];
  /** Replaces everything else: a raw body. */
  readonly body?: string;
  readonly status?: number;
  readonly end?: 'length' | 'refusal' | 'malformed call';
}

/**
 * One response of the script: a turn, a failure that the gateway reports, or an error
 * when reaching it.
 */
export type Scripted =
  ScriptedTurn | { readonly failure: CallFailure } | { readonly thrown: unknown };

export interface SentRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers requests from `script` in order; an attempt that goes beyond it waits forever. */
export function scriptedModels(
  api: WireApi | null,
  script: (request: SentRequest) => Scripted | undefined,
): ModelService & {
  readonly sent: SentRequest[];
  readonly asks: RecordedAsk[];
  readonly requests: AskRequest[];
} {
  const sent: SentRequest[] = [];
  const asks: RecordedAsk[] = [];
  const requests: AskRequest[] = [];
  const open = (request: AskRequest): Promise<OpenAsk> => {
    const { deadline: _, budget: __, ...opened } = request;
    const index = asks.push({ opened: { ...opened, openedAt: '' }, ended: null }) - 1;
    requests.push(request);
    let failed: CallFailure | undefined;
    const answer = async (url: unknown, init?: RequestInit): Promise<Response> => {
      const path = new URL(String(url)).pathname.replace('/ask', '');
      const body = JSON.parse(String(init?.body)) as SentRequest['body'];
      sent.push({ path, body });
      const next = script({ path, body });
      if (next === undefined) return new Promise<Response>(() => undefined);
      if ('thrown' in next) throw next.thrown;
      if ('failure' in next) {
        failed = next.failure;
        return new Response('{"error":{"message":"refused"}}', { status: 400 });
      }
      const isStreamed = body['stream'] === true || path.includes(':stream');
      return responseOf(next, { api: api ?? 'openai-chat', isStreamed, number: sent.length });
    };
    return Promise.resolve({
      baseUrl: 'http://gateway.invalid/ask',
      api,
      fetch: answer,
      reach: () => Promise.resolve('http://127.0.0.1:1/ask'),
      ended: null,
      failure: () => failed,
      end: (end) => {
        const { run, asOf, attempt } = opened;
        const ended: EndedAsk = { run, asOf, attempt, ...end };
        asks[index] = { opened: { ...opened, openedAt: '' }, ended };
        return Promise.resolve(ended);
      },
    });
  };
  return {
    sent,
    asks,
    requests,
    open,
    asksOf: (run) => Promise.resolve(asks.filter(({ opened }) => opened.run === run)),
    close: () => Promise.resolve(),
  };
}

/** A script from a list. */
export function turns(...list: readonly Scripted[]): () => Scripted | undefined {
  let next = 0;
  return () => list[next++];
}

/** A turn in its wire form. */
export interface Wire {
  readonly api: WireApi;
  readonly isStreamed: boolean;
  readonly number: number;
}

function responseOf(turn: ScriptedTurn, wire: Wire): Response {
  const status = turn.status ?? 200;
  const type =
    wire.isStreamed && turn.body === undefined ? 'text/event-stream' : 'application/json';
  const body = turn.body ?? bodyOf(turn, wire);
  return new Response(body, { status, headers: { 'content-type': type } });
}

/** The body of a response, as a provider would send it. */
export const bodyOf = (turn: ScriptedTurn, wire: Wire): string => bodies[wire.api](turn, wire);

const argsText = (args: unknown): string =>
  typeof args === 'string' ? args : JSON.stringify(args);
const events = (list: readonly object[]): string =>
  list
    .map((data) => ('type' in data ? `event: ${String(data.type)}\n` : '') + frame(data))
    .join('');
const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

const bodies: Record<WireApi, (turn: ScriptedTurn, wire: Wire) => string> = {
  'anthropic-messages': (turn, { isStreamed, number }) => {
    const calls = (turn.calls ?? []).map(({ name, args }, index) => ({
      type: 'tool_use',
      id: `toolu_${number}_${index}`,
      name,
      args,
    }));
    const ends = { length: 'max_tokens', refusal: 'refusal', 'malformed call': 'end_turn' };
    const plain = calls.length > 0 ? 'tool_use' : 'end_turn';
    const reason = turn.end === undefined ? plain : ends[turn.end];
    const message = { type: 'message', id: `msg_${number}`, role: 'assistant', model: 'm' };
    const usage = { input_tokens: 10, output_tokens: 5 };
    const text = turn.text === undefined ? [] : [{ type: 'text', text: turn.text }];
    if (!isStreamed) {
      const uses = calls.map(({ args, ...call }) => ({ ...call, input: args }));
      const content = [...text, ...uses];
      return JSON.stringify({ ...message, content, stop_reason: reason, usage });
    }
    const blocks = [
      ...text.map(({ text: part }, index) => [
        { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index, delta: { type: 'text_delta', text: part } },
        { type: 'content_block_stop', index },
      ]),
      ...calls.map(({ args, ...call }, at) => {
        const index = text.length + at;
        const delta = { type: 'input_json_delta', partial_json: argsText(args) };
        return [
          { type: 'content_block_start', index, content_block: { ...call, input: {} } },
          { type: 'content_block_delta', index, delta },
          { type: 'content_block_stop', index },
        ];
      }),
    ].flat();
    return events([
      { type: 'message_start', message: { ...message, content: [], usage } },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason: reason }, usage },
      { type: 'message_stop' },
    ]);
  },
  'openai-chat': (turn, { isStreamed, number }) => {
    const calls = (turn.calls ?? []).map(({ name, args }, index) => ({
      index,
      id: `call_${number}_${index}`,
      type: 'function',
      function: { name, arguments: argsText(args) },
    }));
    const plain = calls.length > 0 ? 'tool_calls' : 'stop';
    const ends = { length: 'length', refusal: 'content_filter', 'malformed call': 'stop' };
    const reason = turn.end === undefined ? plain : ends[turn.end];
    const head = { id: `chat_${number}`, created: 1, model: 'm' };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const part = { role: 'assistant', content: turn.text ?? null };
    const called = calls.length === 0 ? {} : { tool_calls: calls };
    if (!isStreamed) {
      const message = { ...part, ...called };
      const choices = [{ index: 0, message, finish_reason: reason }];
      return JSON.stringify({ ...head, object: 'chat.completion', choices, usage });
    }
    const chunk = (delta: object, finish: string | null): string =>
      frame({
        ...head,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    const last = frame({ ...head, object: 'chat.completion.chunk', choices: [], usage });
    return `${chunk({ ...part, ...called }, null)}${chunk({}, reason)}${last}data: [DONE]\n\n`;
  },
  'openai-responses': (turn, { isStreamed, number }) => {
    const message = {
      type: 'message',
      id: `msg_${number}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: turn.text ?? '', annotations: [] }],
    };
    const calls = (turn.calls ?? []).map(({ name, args }, index) => ({
      type: 'function_call',
      id: `fc_${number}_${index}`,
      call_id: `call_${number}_${index}`,
      name,
      arguments: argsText(args),
      status: 'completed',
    }));
    const output = [...(turn.text === undefined ? [] : [message]), ...calls];
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
    const ends = { length: 'max_output_tokens', refusal: 'content_filter', 'malformed call': '' };
    const details = turn.end === undefined ? null : { reason: ends[turn.end] };
    const status = details === null ? 'completed' : 'incomplete';
    const head = { id: `resp_${number}`, object: 'response', created_at: 1, model: 'm' };
    const response = { ...head, status, output, usage, incomplete_details: details };
    if (!isStreamed) return JSON.stringify(response);
    const items = output.flatMap((item, index) => [
      { type: 'response.output_item.added', output_index: index, item: { ...item, arguments: '' } },
      ...(item.type === 'message'
        ? [
            {
              type: 'response.output_text.delta',
              item_id: message.id,
              output_index: index,
              content_index: 0,
              delta: turn.text,
            },
          ]
        : []),
      { type: 'response.output_item.done', output_index: index, item },
    ]);
    const created = { ...response, status: 'in_progress', output: [], usage: null };
    return events([
      { type: 'response.created', response: created },
      ...items,
      { type: `response.${status}`, response },
    ]);
  },
  'google-generate-content': (turn, { isStreamed }) => {
    const ends = {
      length: 'MAX_TOKENS',
      refusal: 'SAFETY',
      'malformed call': 'MALFORMED_FUNCTION_CALL',
    };
    const finishReason = turn.end === undefined ? 'STOP' : ends[turn.end];
    const parts = [
      ...(turn.text === undefined ? [] : [{ text: turn.text }]),
      ...(turn.calls ?? []).map(({ name, args }) => ({ functionCall: { name, args } })),
    ];
    const content = { role: 'model', parts };
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    const candidates = [{ index: 0, finishReason, ...(parts.length === 0 ? {} : { content }) }];
    const body = { candidates, usageMetadata };
    return isStreamed ? frame(body) : JSON.stringify(body);
  },
};
