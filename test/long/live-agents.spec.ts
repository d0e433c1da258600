/** Slow agents are asked once for each decision, even across a kill, and their runs replay. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DecisionDue } from '#agents';
import { file, tapefold } from '../e2e/command-line.fixture.js';
import { LiveRun, type LiveProcess } from '../e2e/live-run.fixture.js';
import { withTools } from '../e2e/mcp-decisions.fixture.js';
import { scriptedProvider, type Prompted, type Said } from '../e2e/scripted-provider.fixture.js';

/** The decision at which the process is killed, from 1, and how many there are. */
const killedAt = 3;
const bars = 5;

interface Agent {
  readonly run: string;
  readonly words?: readonly string[];
  /** How often it was asked. */
  asked(): number;
  /** Serves the requests of the process. */
  serve?(process: LiveProcess): void;
}

/** Releases bars one by one, kills the process in the middle of an ask, and resumes to the end. */
async function killedInAnAsk(
  live: LiveRun,
  { run, words = [], asked, serve }: Agent,
): Promise<void> {
  const first = await live.start(...words);
  serve?.(first);
  for (let bar = 1; bar < killedAt; bar++) {
    live.grow(1);
    await first.until(() => live.decisions(run).length === bar);
  }
  live.grow(1);
  await first.until(() => asked() === killedAt);
  await first.kill();
  const second = await live.start(...words);
  serve?.(second);
  for (let bar = killedAt; bar < bars; bar++) {
    await second.until(() => live.decisions(run).length === bar);
    live.grow(1);
  }
  await second.until(() => live.decisions(run).length === bars);
  await second.stop();
  await (
    await live.start(...words, '--end')
  ).ended;
}

const decisions = Array.from({ length: bars }, (_, at) =>
  at === killedAt - 1 ? 'DecisionFailed' : 'DecisionMade',
);
/**
 * The expectations of every such run: timed answers, one lost decision, and a replay without asks.
 */
const once = {
  asked: bars,
  decisions,
  timed: bars,
  last: 'RunClosed',
  verified: { code: 0, err: '' },
  replayed: { code: 0, err: '', out: 'replayed: 1 run, journals byte for byte\n' },
  askedAfterwards: bars,
};

async function told(live: LiveRun, { run, asked }: Agent) {
  const events = live.events(run);
  const before = asked();
  const { code, err } = await tapefold('verify', live.out);
  return {
    asked: before,
    decisions: live.decisions(run),
    timed: events.filter(({ type }) => type === 'AnswerTimed').length,
    last: events.at(-1)?.type,
    verified: { code, err },
    replayed: await tapefold('replay', live.out),
    askedAfterwards: asked(),
  };
}

describe('a live run whose agent is', () => {
  it.each(['', ', trusted: true'])('a module%s', async (extra) => {
    const agent = `  - { id: mine, kind: module, file: mine.mjs, timeBudgetMs: 60000${extra} }\n`;
    const live = new LiveRun(agent);
    const hungAt = 100 + killedAt - 1;
    file(
      live.directory,
      'mine.mjs',
      `export default async ({ view, symbols: [symbol] }) => {
  const price = view.lastPrice(symbol);
  console.log('asked at', price);
  return price === ${hungAt} ? new Promise(() => {}) : price % 2 === 0 ? 'long' : 'flat';
};
`,
    );
    const processes: LiveProcess[] = [];
    const one: Agent = {
      run: 'mine-AAA',
      words: ['--logs'],
      asked: () =>
        processes.flatMap(({ out, err }) => `${out()}${err()}`.match(/asked at/g) ?? []).length,
      serve: (process) => void processes.push(process),
    };
    await killedInAnAsk(live, one);
    // It was asked again for what was answered before the kill; only a confined one is kept from
    // printing it again.
    const asked = extra === '' ? bars : bars + killedAt - 1;
    expect(await told(live, one)).toEqual({ ...once, asked, askedAfterwards: asked });
  });

  it('a program that speaks MCP', async () => {
    const live = new LiveRun('  - { id: outside, kind: mcp, timeBudgetMs: 60000 }\n');
    const due: DecisionDue[] = [];
    const one: Agent = {
      run: 'outside-AAA',
      asked: () => due.length,
      serve: (process) => {
        let told = 0;
        const look = setInterval(() => {
          const lines = process.out().split('\n').slice(0, -1);
          for (const line of lines.slice(told)) {
            if (!line.startsWith('{"type":"decision-due"')) continue;
            due.push(JSON.parse(line) as DecisionDue);
            if (due.length === killedAt) continue;
            void take(due.at(-1) as DecisionDue);
          }
          told = lines.length;
        }, 20);
        void process.ended.then(() => clearInterval(look));
      },
    };
    await killedInAnAsk(live, one);
    expect(await told(live, one)).toEqual(once);
  });

  it('a model', async () => {
    const held = Promise.withResolvers<Said>();
    const provider = await scriptedProvider((prompted) =>
      prompted.number === killedAt ? held.promise : submits(prompted),
    );
    const agent =
      '  - { id: thinker, kind: llm, model: stub/m, stream: ' + 'false, timeBudgetMs: 60000 }\n';
    const live = new LiveRun(agent);
    const words = ['--models', provider.modelsFile(live.directory)];
    const asked = (): number => provider.requests.length;
    const one = { run: 'thinker-AAA', words, asked };
    await killedInAnAsk(live, one);
    expect(await told(live, one)).toEqual(once);
  });

  it('a server', async () => {
    let asked = 0;
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        asked++;
        if (asked !== killedAt) answer(response);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/decide`;
    const live = new LiveRun(`  - { id: far, kind: http, url: '${url}', timeBudgetMs: 60000 }\n`);
    const one = { run: 'far-AAA', asked: () => asked };
    await killedInAnAsk(live, one);
    expect(await told(live, one)).toEqual(once);
  });
});

const take = (due: DecisionDue): Promise<void> =>
  withTools(due.url, async (asked) => {
    const [symbol] = due.symbols;
    const decision = { symbol, target_date: due.session, price: 1, action: 'BUY' };
    await asked('submit_decision', decision);
  });

function submits({ messages }: Prompted): Said {
  const text = JSON.stringify(messages.find(({ role }) => role === 'user'));
  const target_date = /\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '';
  const decision = { symbol: 'AAA', target_date, price: 1, action: 'BUY' };
  return { tool: 'submit_decision', with: decision };
}

function answer(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ kind: 'action', action: 'BUY' }));
}
