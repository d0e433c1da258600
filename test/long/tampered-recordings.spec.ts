/** Tampering with a model's replies, or with what became of them, is detected by `verify`. */

import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeRecords, recordsIn, tamperRecord } from '#store/embedded/records.fixture';
import { loadScenario, runScenario, verifyResult, verifyRun } from '#backtest';
import { testKey, testModels } from '#llm/provider/gateway.fixture';
import { ModelGateway } from '#llm/gateway/model-gateway';
import type { Send } from '#llm/provider/upstream';
import { file, folder, sharedFolder } from '../e2e/command-line.fixture.js';

const key = testKey;
const run = ['runs', 'thinker-ALDR'];
const half = key.length / 2;
const escaped = [...key].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('');

/** Thinks aloud of the key, looks at the account, and buys. */
const send: Send = async ({ body }) => {
  const { messages } = JSON.parse(body) as { messages: { role: string }[] };
  const day = /Session: (\d{4}-\d{2}-\d{2})/.exec(body)?.[1];
  const decision = { symbol: 'ALDR', target_date: day, price: 1, action: 'BUY' };
  const [name, args] =
    messages.at(-1)?.role === 'user' ? ['get_account', {}] : ['submit_decision', decision];
  const pieces = [
    'so ',
    key.slice(0, half),
    key.slice(half),
    escaped,
    Buffer.from(key).toString('base64'),
  ];
  const calls = [{ index: 0, id: 'c1', function: { name, arguments: JSON.stringify(args) } }];
  const deltas = [...pieces.map((content) => ({ content })), { tool_calls: calls }, {}];
  const chunks = deltas.map((delta, at) => ({
    choices: [{ delta, finish_reason: at === deltas.length - 1 ? 'tool_calls' : null }],
  }));
  async function* stream() {
    for (const chunk of chunks) yield Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`);
    yield Buffer.from('data: [DONE]\n\n');
  }
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: stream() };
};

async function record(directory: string): Promise<string> {
  const scenario = file(
    directory,
    'scenario.yaml',
    `name: asked
data: synthetic-market
window: { from: 2022-02-01, to: 2022-02-03 }
symbols: [ALDR]
execution: close
agents: [{ id: thinker, kind: llm, model: test/m }]
`,
  );
  const out = join(directory, 'out');
  const outcome = await runScenario(loadScenario(scenario), {
    out,
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
    openModels: ({ store }) =>
      new ModelGateway({
        mode: 'record',
        models: testModels({ url: 'http://provider.invalid' }),
        store,
        send,
      }),
  });
  expect(outcome.kind).toBe('finished');
  return out;
}

const scratch = sharedFolder();
let recorded: string;
beforeAll(async () => {
  recorded = await record(scratch);
});

function copied(): string {
  const out = join(folder(), 'out');
  cpSync(recorded, out, { recursive: true });
  return out;
}
const findings = async (out: string) =>
  (await verifyResult(out, { codeVersion: 'test' })).findings.map(
    ({ path, verdict }) => `${path}: ${verdict.kind}`,
  );
const edit =
  (name: string, from: string | RegExp, to: string) =>
  (out: string): void => {
    const path = join(out, name);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
  };
const closing = join(...run, 'recordings.json');
const recording = join(...run, 'recording.db');
type Change = (bodies: readonly string[]) => readonly string[];
/** With new digests, as an attacker would: the closing record tells. */
const rewritten =
  (stream: string, change: Change) =>
  (out: string): void => {
    const before = recordsIn(join(out, recording), stream);
    changeRecords(join(out, recording), stream, change);
    expect(recordsIn(join(out, recording), stream)).not.toEqual(before);
  };
const first =
  (from: string | RegExp, to: string): Change =>
  (bodies) => {
    const at = bodies.findIndex((body) => body.search(from) >= 0);
    return bodies.with(at, bodies[at]!.replace(from, to));
  };
/** Without new digests. */
const tampered =
  (stream: string, from: string, to: string) =>
  (out: string): void => {
    const bodies = recordsIn(join(out, recording), stream);
    const seq = bodies.findIndex((body) => body.includes(from)) + 1;
    tamperRecord(join(out, recording), { stream, seq }, (body) => body.replace(from, to));
  };
const page = join('transcripts', 'thinker-ALDR', '1.html');

describe('a recording', () => {
  it('is verified as it is', async () => {
    expect(await findings(copied())).toEqual([]);
  });

  it.each<[string, (out: string) => void]>([
    ['a decision', tampered('asks', 'BUY', 'SELL')],
    ['a decision, and its digest,', rewritten('asks', first('BUY', 'SELL'))],
    [
      'the last decision',
      rewritten('asks', (all) => all.with(-1, all.at(-1)!.replace('BUY', 'SELL'))),
    ],
    ['a reason', rewritten('asks', first('"reason":null', '"reason":"none"'))],
    ['the model of an attempt', rewritten('asks', first('test/m', 'test/n'))],
    ['the model of a call', tampered('model-calls', '"model":"m"', '"model":"n"')],
    ['the text of a response', tampered('model-calls', 'so ', 'no ')],
    ['the text of a response, and its digest,', rewritten('model-calls', first('so ', 'no '))],
    ['the status of a response', rewritten('model-calls', first('"status":200', '"status":201'))],
    [
      'tokens',
      rewritten(
        'model-calls',
        first(
          '"usage":null',
          '"usage":{"input":1,"output":1,"cachedInput":0,"cacheWrite":0,"reasoning":0}',
        ),
      ),
    ],
    [
      'a duration of a tool call',
      rewritten('calls', first(/"durationMs":[0-9.e-]+/, '"durationMs":7')),
    ],
    ['the last record cut off', rewritten('model-calls', (all) => all.slice(0, -1))],
    ['a record repeated', rewritten('asks', (all) => [...all, '{"type":"opened"}'])],
    ['a note of an ask added', rewritten('asked', () => ['{"asOf":1}'])],
    ['the closing record', edit(closing, /"records": \d+/, '"records": 1')],
    ['no closing record', (out) => rmSync(join(out, closing))],
    ['bytes of the file', (out) => writeFileSync(join(out, recording), 'no store of records')],
  ])('with %s altered is refuted', async (_, attack) => {
    const out = copied();
    attack(out);
    expect(await findings(out)).toContain(`${join(...run)}: refuted`);
  });

  it.each<[string, (out: string) => void]>([
    ['altered', edit(page, 'BUY', 'SELL')],
    [
      'that the run did not write',
      (out) => cpSync(join(out, page), join(out, page, '..', '9.html')),
    ],
  ])('has no page of a transcript %s', async (_, attack) => {
    const out = copied();
    attack(out);
    expect(await findings(out)).toEqual([expect.stringMatching(/^transcripts.*html: refuted$/)]);
  });

  it('gets its pages back, and its closing record, from another run of the command', async () => {
    const before = [page, closing].map((name) => readFileSync(join(recorded, name), 'utf8'));
    edit(page, 'BUY', 'SELL')(recorded);
    rmSync(join(recorded, closing));
    await record(scratch);
    const after = [page, closing].map((name) => readFileSync(join(recorded, name), 'utf8'));
    expect(after).toEqual(before);
    expect(await findings(recorded)).toEqual([]);
  });

  it('of an earlier version is refused', async () => {
    const out = copied();
    writeFileSync(join(out, ...run, 'asks.jsonl'), '{"type":"opened"}\n');
    await expect(verifyRun(join(out, ...run), { codeVersion: 'test' })).rejects.toThrow(
      'an earlier version of the program recorded this run in another form',
    );
  });

  it('has no key of a provider that echoes it in pieces, in escapes or in base64', () => {
    const names = readdirSync(recorded, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    const all = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
    for (const text of all) {
      for (const form of [key, key.slice(half), escaped, Buffer.from(key).toString('base64')]) {
        expect(text.includes(form)).toBe(false);
      }
    }
    expect(readFileSync(join(recorded, page), 'utf8')).toContain('so [key]');
  });
});
