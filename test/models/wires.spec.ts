/**
 * Goal: a third-party model trades 60 sessions of two symbols and hedges in a pool of eight,
 * over each wire format, streaming and not; and all of it happens again with no key, no model
 * and no network.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callsOf,
  eventsOf,
  filesWith,
  modelOf,
  modelsFileOf,
  owed,
  realData,
  resultOf,
  runsOf,
  scenarioOf,
  sharedFolder,
  start,
  succeed,
  tapefold,
} from './model-runs.fixture.js';
import { providerNames, ScriptedModel, secret, type Turn } from './scripted-model.fixture.js';
import { followMean, followPair } from './trading-scripts.fixture.js';

const symbols = ['MSFT', 'TSLA'] as const;
const pool = 'AAPL ADBE AMZN GOOGL META MSFT NVDA TSLA'.split(' ');
const left = 'NVDA';
const right = 'AAPL';
/** 60 sessions of the New York exchange. */
const window = { from: '2026-01-02', to: '2026-03-30' };
const sessions = 60;

/** Each wire format, streaming and not. */
const agents = providerNames.flatMap((provider) =>
  [true, false].map((stream) => ({
    id: `${provider}-${stream ? 'stream' : 'whole'}`,
    kind: 'llm',
    model: modelOf(provider),
    stream,
  })),
);

const data = join(realData, 'herculean-2026');
const trading = { name: 'trading', data, window, symbols, execution: 'close', agents };
const hedging = {
  name: 'hedging',
  workflow: 'hedging',
  data,
  window,
  symbols: pool,
  execution: 'pair-close',
  agents,
};
const scenarios = { trading, hedging };
type Name = keyof typeof scenarios;

const home = sharedFolder();
let model: ScriptedModel;
const isHedging = ({ tools }: Turn): boolean => tools.includes('submit_hedging_decision');

const made = (name: Name): string => join(home, name);

beforeAll(async () => {
  model = await ScriptedModel.start();
  model.script(isHedging, (turn) => followPair(left, right, turn));
  model.script(
    () => true,
    (turn) => followMean(turn),
  );
  const models = modelsFileOf(home, model.url);
  for (const name of ['trading', 'hedging'] as const) {
    const scenario = scenarioOf(home, scenarios[name]);
    await succeed('run', scenario, '--models', models, '--out', made(name));
  }
}, 600_000);
afterAll(() => model.stop());

/** Closes by symbol and date, from the file of the data set. */
function closes(): Map<string, Map<string, number>> {
  const [, ...lines] = readFileSync(join(data, 'prices_adjusted.csv'), 'utf8').trim().split('\n');
  const found = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const [symbol = '', date = '', , , , close] = line.split(',');
    const dated = found.get(symbol) ?? new Map<string, number>();
    found.set(symbol, dated.set(date, Number(close)));
  }
  return found;
}

const inWindow = (date: string): boolean => date >= window.from && date <= window.to;

/** What the script comes to, from the file alone. */
function expectedActions(symbol: string): string[] {
  const dated = [...(closes().get(symbol) ?? [])];
  return dated.flatMap(([date], index) => {
    if (!inWindow(date)) return [];
    const last = dated.slice(Math.max(0, index - 9), index + 1).map(([, close]) => close);
    const mean = last.reduce((sum, close) => sum + close, 0) / last.length;
    return [(last.at(-1) as number) > mean ? 'BUY' : 'SELL'];
  });
}

function expectedPairs(): string[] {
  const dated = [...(closes().get(left) ?? [])].filter(([date]) => inWindow(date));
  return dated.map(([, close]) => (Math.round(close) % 2 === 0 ? 'LONG_SHORT' : 'SHORT_LONG'));
}

const actionsIn = async (name: Name, run: string): Promise<unknown[]> => {
  const events = await eventsOf(made(name), run);
  return events
    .filter(({ type }) => type === 'DecisionMade' || type === 'PairDecided')
    .map((event) => event['action'] ?? (event['decision'] as { action?: unknown }).action);
};

describe.each(agents)('$id', ({ id }) => {
  it('trades what its tools told it', async () => {
    for (const symbol of symbols) {
      const actions = await actionsIn('trading', `${id}-${symbol}`);
      expect(actions).toHaveLength(sessions);
      expect(actions).toEqual(expectedActions(symbol));
    }
  });

  it('hedges with the pair that it chose', async () => {
    const actions = await actionsIn('hedging', `${id}-pair`);
    expect(actions).toHaveLength(sessions);
    expect(actions).toEqual(expectedPairs());
  });
});

describe('the model', () => {
  it('was asked each thing once', () => {
    const asked = [...model.asked().values()];
    // Two calls for each decision: one that looks, one that submits.
    const calls = agents.length * sessions * 2;
    const conversations = calls * symbols.length + calls;
    expect(asked).toHaveLength(conversations);
    expect(new Set(asked)).toEqual(new Set([1]));
  });

  it('was sent its key, which is nowhere else', () => {
    // The mock answers 401 without it.
    const statuses = model.mock.getRequests().map(({ response }) => response.status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const name of ['trading', 'hedging'] as const) {
      expect(filesWith(secret, made(name))).toEqual([]);
    }
  });

  it('is paid to the token', () => {
    const { input, output } = model.tokens();
    const uses = (['trading', 'hedging'] as const)
      .flatMap((name) => resultOf(made(name)).runs)
      .map(({ models }) => models);
    const sum = (of: (use: (typeof uses)[number]) => number): number =>
      uses.reduce((total, use) => total + of(use), 0);
    expect(sum(({ tokens }) => tokens.input)).toBe(input);
    expect(sum(({ tokens }) => tokens.output)).toBe(output);
    expect(sum(({ usd }) => usd ?? 0)).toBeCloseTo(owed({ input, output }), 9);
    expect(uses.map(({ classes }) => classes)).toMatchObject(
      uses.map(() => ({ answered: sessions })),
    );
    expect(
      sum(
        ({ retries, uncertain, unmetered, unpriced }) => retries + uncertain + unmetered + unpriced,
      ),
    ).toBe(0);
  });
});

describe.each(['trading', 'hedging'] as const)('a replay of %s', (name) => {
  it('is verified without a model', async () => {
    expect(await tapefold('verify', made(name))).toMatchObject({ code: 0, err: '' });
  });

  it('has the same bytes, with no key, no model and no network', async () => {
    const out = join(home, `${name}-again`);
    const before = model.mock.getRequests().length;
    const replay = start(['replay', made(name), '--out', out], {
      key: false,
      launcher: noNetwork(),
    });
    const ended = await replay.ended;
    expect(ended.code, ended.err).toBe(0);
    expect(model.mock.getRequests()).toHaveLength(before);
    expect(runsOf(out)).toEqual(runsOf(made(name)));
    for (const run of runsOf(out)) {
      const journal = (folder: string): Buffer =>
        readFileSync(join(folder, 'runs', run, 'journal.bin'));
      expect(journal(out).equals(journal(made(name)))).toBe(true);
      const wire = (folder: string): object[] =>
        callsOf(folder, run).map(({ digest, path, request, response, usage, stopReason }) => ({
          digest,
          path,
          request,
          usage,
          stopReason,
          status: response?.status,
          frames: response?.frames.map(({ text }) => text),
        }));
      expect(wire(out)).toEqual(wire(made(name)));
    }
    const result = (folder: string): Buffer => readFileSync(join(folder, 'result.json'));
    expect(result(out).equals(result(made(name)))).toBe(true);
  });
});

/** A namespace without a network, where this user may have one. */
function noNetwork(): string[] {
  for (const launcher of [
    ['unshare', '-n'],
    ['unshare', '-rn'],
  ]) {
    try {
      execFileSync(launcher[0] as string, [...launcher.slice(1), 'true'], { stdio: 'ignore' });
      return launcher;
    } catch {
      // Not permitted here: the closed port of the model is what is left.
    }
  }
  return [];
}
