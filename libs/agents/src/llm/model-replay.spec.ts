/**
 * A model agent behind the recording gateway: recorded, resumed after a crash, and replayed
 * without a provider.
 */

import { describe, expect, it } from 'vitest';
import { wireApis, type WireApi } from '#llm/calls/recorded-call';
import { testModels } from '#llm/provider/gateway.fixture';
import { memoryStore, type MemoryStore } from '#llm/calls/memory-store.fixture';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { askedAt, seatFor } from '../attempts/seat.fixture.js';
import { buy, call, configOf, look } from './model-agent.fixture.js';
import { modelAgent } from './model-agent.js';
import { bodyOf, type ScriptedTurn } from './scripted-model.fixture.js';

const malformed: ScriptedTurn = { calls: [call('get_price', '{"symbol": ')] };
const silent: ScriptedTurn = { text: 'I am not sure.' };

interface Trial {
  readonly api: WireApi;
  readonly stream: boolean;
  readonly mode: 'record' | 'replay';
  readonly store?: MemoryStore;
  readonly source?: MemoryStore;
  readonly memory?: string | object;
  /** Calls that the provider answers before the process dies. */
  readonly diesBehind?: number;
  /** Whether the journal of a resumed run has the first decision: it is not asked for again. */
  readonly isResumed?: boolean;
  readonly script?: readonly ScriptedTurn[];
}

/** Two decisions of an agent with two attempts; the provider answers from its script. */
async function trial({ api, stream, mode, store = memoryStore(), source, ...rest }: Trial) {
  // Its answer depends on the length of the conversation: a provider knows nothing else.
  let sent = 0;
  const { script = [look, silent, malformed, buy, look, buy] } = rest;
  const models = testModels({ url: 'http://provider.invalid', api });
  const gateway = new ModelGateway({
    mode,
    models,
    store,
    source,
    send: async ({ body }) => {
      if (sent === rest.diesBehind) return new Promise<never>(() => undefined);
      const number = store.calls.size + 1;
      sent++;
      const isStreamed = stream && (api === 'google-generate-content' || body.includes('"stream"'));
      const text = bodyOf(script[number - 1] ?? {}, { api, isStreamed, number });
      const type = isStreamed ? 'text/event-stream' : 'application/json';
      const chunks = [Buffer.from(text.slice(0, 40)), Buffer.from(text.slice(40))];
      return { status: 200, headers: { 'content-type': type }, body: iterable(chunks) };
    },
  });
  const { memory = 'none' } = rest;
  const config = configOf({ model: 'test/m-1', stream, attempts: 2, memory });
  const tools: string[] = [];
  const calls = {
    keep: (_: number, { tool, arguments: asked, result, error }: KeptCall) =>
      void tools.push(JSON.stringify([tool, asked, result, error])),
    settle: () => undefined,
  };
  const agent = modelAgent(config, seatFor({ calls }), { models: gateway, directory: '.' });
  const said: unknown[] = [];
  const decide = async (): Promise<void> => {
    if (rest.isResumed !== true) said.push(await agent.decide(askedAt(7, '2025-03-03')));
    said.push(await agent.decide(askedAt(9, '2025-03-04')));
  };
  if (rest.diesBehind === undefined) await decide();
  else {
    // It waits forever for a call without an answer: the process is as good as dead.
    void decide();
    await expect.poll(() => store.claims.size).toBe(rest.diesBehind + 1);
  }
  return { said, sent, tools, store };
}
type KeptCall = Record<'tool' | 'arguments', string> & Record<'result' | 'error', string | null>;

async function* iterable(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

const digests = ({ calls }: MemoryStore): string[] => [...calls.values()].map((one) => one.digest);
const wiresOf = wireApis.flatMap((api) => [true, false].map((stream) => ({ api, stream })));

describe.each(wiresOf)('$api, stream $stream', (wire) => {
  it('replays to the same answers, requests and tool calls, with nothing sent', async () => {
    const made = await trial({ ...wire, mode: 'record', memory: { last: 1 } });
    expect(made.sent).toBe(6);
    expect(made.said).toEqual([
      { kind: 'action', action: 'BUY' },
      { kind: 'action', action: 'BUY' },
    ]);
    expect(made.store.asks.map(({ ended }) => ended?.class)).toEqual([
      'no answer',
      'answered',
      'answered',
    ]);
    const again = await trial({
      ...wire,
      mode: 'replay',
      memory: { last: 1 },
      source: made.store,
    });
    expect(again.sent).toBe(0);
    expect(again.said).toEqual(made.said);
    expect(again.tools).toEqual(made.tools);
    expect(digests(again.store)).toEqual(digests(made.store));
    const prompts = ({ asks }: MemoryStore) => asks.map(({ opened }) => opened.prompt);
    expect(prompts(again.store)).toEqual(prompts(made.store));
  });

  it('resumes after the recorded calls after a crash', async () => {
    const undisturbed = await trial({ ...wire, mode: 'record' });
    const dead = await trial({ ...wire, mode: 'record', diesBehind: 3 });
    expect(dead.said).toEqual([]);
    dead.store.restart();
    const resumed = await trial({ ...wire, mode: 'record', store: dead.store });
    expect(resumed.sent).toBe(3);
    expect(resumed.said).toEqual(undisturbed.said);
    expect(resumed.tools).toEqual(undisturbed.tools);
    expect(digests(resumed.store)).toEqual(digests(undisturbed.store));
    const unknown = [...resumed.store.calls.values()].filter(({ tries }) =>
      tries.some(({ outcome }) => outcome === 'unknown'),
    );
    expect(unknown).toHaveLength(1);
  });
});

const notesOf = (notes: string): ScriptedTurn => ({
  calls: [call('save_notes', JSON.stringify({ notes }))],
});

it.each([{ memory: { last: 1 } }, { memory: 'notes' }])(
  'remembers what it decided before its run was resumed, with memory $memory',
  async ({ memory }) => {
    const script =
      memory === 'notes' ? [notesOf('rising'), buy, look, buy] : [look, buy, look, buy];
    const given = { api: 'openai-chat', stream: false, mode: 'record', memory, script } as const;
    const undisturbed = await trial(given);
    const dead = await trial({ ...given, diesBehind: 3 });
    dead.store.restart();
    const resumed = await trial({ ...given, store: dead.store, isResumed: true });
    expect(resumed.sent).toBe(1);
    expect(resumed.said).toEqual(undisturbed.said.slice(1));
    expect(digests(resumed.store)).toEqual(digests(undisturbed.store));
    const [, second] = undisturbed.store.asks.map(({ opened }) => opened.prompt);
    expect(resumed.store.asks.at(-1)?.opened.prompt).toBe(second);
    expect(undisturbed.store.asks[0]?.ended?.notes).toBe(memory === 'notes' ? 'rising' : null);
  },
);

it('fails if the prompt has changed, and names the first difference', async () => {
  const wire = { api: 'openai-chat', stream: true } as const;
  const made = await trial({ ...wire, mode: 'record' });
  const other = trial({ ...wire, mode: 'replay', source: made.store, memory: 'notes' });
  await expect(other).rejects.toMatchObject({
    code: 'CorruptJournal',
    where: expect.stringContaining('call 1, request at /') as unknown,
  });
});
