/** A model decides in `tapefold serve` as in `tapefold run`, and is asked once, killed or not. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordsIn } from '#store/embedded/records.fixture';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';
import {
  scriptedProvider,
  stubKey,
  type Prompted,
  type Said,
} from '../e2e/scripted-provider.fixture.js';
import { serve } from '../e2e/served.fixture.js';

const llm = 'kind: llm, model: stub/m, stream: false, memory: { last: 2 }';
const asked = 20;

/**
 * Two symbols and five sessions, each with a look and a submission: `agent` is what `thinker` is.
 */
const scenarioIn = (home: string, name: string, agent: string): string =>
  file(
    home,
    `${name}.yaml`,
    `name: ${name}
data: synthetic-market
window: { from: 2022-02-01, to: 2022-02-07 }
symbols: [ALDR, BRKW]
execution: close
agents:
  - { id: thinker, ${agent} }
`,
  );

function twoSteps({ messages, text }: Prompted): Said {
  const session = /Session: ([0-9-]{10})/.exec(text)?.[1] ?? '';
  const symbol = /Symbols of this run: ([A-Z]+)/.exec(text)?.[1] ?? '';
  const range = { symbol, date_start: '2022-01-24', date_end: session };
  if (messages.at(-1)?.role === 'user') return { tool: 'get_prices', with: range };
  const action = text.length % 2 === 0 ? 'BUY' : 'SELL';
  return { tool: 'submit_decision', with: { symbol, target_date: session, price: 1, action } };
}

const runs = ['thinker-ALDR', 'thinker-BRKW'];
const journalsIn = (out: string): Buffer[] =>
  runs.map((run) => readFileSync(join(out, 'runs', run, 'journal.bin')));
const linesIn = (out: string, name: string): string[] =>
  runs.flatMap((run) => recordsIn(join(out, 'runs', run, 'recording.db'), name));

/**
 * A folder with a scenario for each way to run it, and the options by which `tapefold serve`
 * knows its agents.
 */
async function prepared(answer: (prompted: Prompted) => Said | Promise<Said> = twoSteps) {
  const home = folder();
  const provider = await scriptedProvider(answer);
  const agents = file(home, 'agents.yaml', `thinker: { ${llm} }\n`);
  const modelsFile = provider.modelsFile(home);
  return {
    home,
    provider,
    data: join(home, 'data'),
    modelsFile,
    options: ['--models', modelsFile, '--agents', agents],
    registered: scenarioIn(home, 'asked', 'kind: registered, agent: thinker'),
    plain: scenarioIn(home, 'plain', llm),
  };
}

describe('a model that is asked through tapefold serve', () => {
  it('decides as in a plain run, is on record in the results, and is replayed from them', async () => {
    const { home, provider, data, modelsFile, options, registered, plain } = await prepared();
    const served = await serve(data, ...options);
    expect(served.said()).toMatch(/^agents +thinker$/m);
    const refused = await served.cluster('submit', plain);
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('registered') as string,
    });
    const out = join(home, 'served');
    const ended = await served.cluster('submit', registered, '--wait', '--out', out);
    expect(ended.code, ended.err).toBe(0);
    const texts = provider.requests.map(({ text }) => text).sort();
    expect(texts).toHaveLength(asked);
    expect(provider.requests[0]?.authorization).toBe(`Bearer ${stubKey}`);

    const whole = join(home, 'whole');
    const run = await tapefold('run', plain, '--models', modelsFile, '--out', whole);
    expect(run.code, run.err).toBe(0);
    expect(journalsIn(out)).toEqual(journalsIn(whole));
    const again = provider.requests.slice(asked).map(({ text }) => text);
    expect(again.sort()).toEqual(texts);
    expect(linesIn(out, 'asks')).toHaveLength(asked);
    expect(linesIn(out, 'model-calls')).toHaveLength(2 * asked);
    expect(linesIn(out, 'model-calls').join('\n')).not.toContain(stubKey);

    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
    await provider.close();
    expect(await tapefold('replay', out)).toMatchObject({
      code: 0,
      out: `replayed: 2 runs with ${asked} recorded model calls\n`,
    });
  });

  it('is asked once although tapefold serve is killed while it thinks', async () => {
    const killed = Promise.withResolvers<number | null>();
    const taken = Promise.withResolvers<void>();
    const { home, provider, data, modelsFile, options, registered, plain } = await prepared(
      async (prompted) => {
        await taken.promise;
        if (prompted.number === 7) killed.resolve(first.end('SIGKILL'));
        return twoSteps(prompted);
      },
    );
    const first = await serve(data, ...options);
    const submitted = await first.cluster('submit', registered);
    expect(submitted.code, submitted.err).toBe(0);
    taken.resolve();
    expect(await killed.promise).toBeNull();
    const second = await serve(data, ...options);
    const id = submitted.out.trim();
    expect(await second.cluster('watch', id)).toMatchObject({ code: 0 });
    const out = join(home, 'served');
    expect(await second.cluster('results', id, '--out', out)).toMatchObject({ code: 0 });
    const texts = provider.requests.map(({ text }) => text);
    const unknown = linesIn(out, 'model-calls').filter((line) => line.includes('"unknown"'));
    expect(new Set(texts).size).toBe(asked);
    // What was under way as it died was asked again, and is declared; nothing else was.
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.length).toBeLessThanOrEqual(runs.length);
    expect(texts.length - asked).toBeGreaterThan(0);
    expect(texts.length - asked).toBeLessThanOrEqual(unknown.length);

    const whole = join(home, 'whole');
    const run = await tapefold('run', plain, '--models', modelsFile, '--out', whole);
    expect(run.code, run.err).toBe(0);
    expect(journalsIn(out)).toEqual(journalsIn(whole));
  });
});
