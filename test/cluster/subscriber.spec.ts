/** The two examples, in TypeScript and in Python, work as described on a real Kafka. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AgentAnswer } from '#contracts/streams/runs';
import type { MessageLog } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import { followRun, subscribe, type Received } from '#subscriber';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import {
  append,
  closeOf,
  closeSeq,
  events,
  externalRun,
  makeTopics,
  placeOf,
  sessions,
  start,
  tapeClosed,
  tapeFacts,
  tapeOpened,
  type Program,
} from './subscriber-story.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const folder = temporaryFolder('subscriber');
let kafka: RunningKafka;
let log: MessageLog;

beforeAll(async () => {
  kafka = await startKafka({ dataDir: join(folder, 'kafka') });
  log = await openKafkaLog({ brokers: [kafka.brokers] });
  await makeTopics(log);
});

afterAll(async () => {
  await log.close();
  await kafka.stop();
});

const equity = join('examples', '05-subscriber', 'equity.ts');
const soon = { timeout: 120_000, interval: 100 };

describe('a subscriber with nothing but brokers', () => {
  it('follows a running run, and resumes where it stopped', async () => {
    const run = '1'.repeat(64);
    await append(log, 'portfolio.events', events(run, 1, 10));
    const first = followRun(run, { brokers: [kafka.brokers] });
    const numbers: number[] = [];
    for await (const { number } of first) {
      numbers.push(number);
      if (number === 10) await append(log, 'portfolio.events', events(run, 8, 20));
      if (number === 15) break;
    }
    await append(log, 'portfolio.events', events(run, 21, 42));
    const second = followRun(run, { brokers: [kafka.brokers], after: first.place() });
    for await (const { number } of second) numbers.push(number);
    expect(numbers).toEqual(Array.from({ length: 42 }, (_, index) => index + 1));
    expect(second.hash()).toBe('b'.repeat(64));
  });
});

describe('the example subscriber', () => {
  it('prints one line per session if the output is not a terminal', async () => {
    const run = '2'.repeat(64);
    await append(log, 'portfolio.events', events(run, 1, 5));
    const program = start(process.execPath, [equity, kafka.brokers, run]);
    await vi.waitFor(() => expect(program.output()).toContain('2018-02-23  1003.00'), soon);
    await append(log, 'portfolio.events', events(run, 6, 42));
    expect(await program.ended, program.output()).toBe(0);
    const lines = program.printed().trimEnd().split('\n');
    expect(lines).toHaveLength(sessions + 1);
    expect(lines[0]).toBe('2018-02-20  1000.00');
    expect(lines.at(-2)).toBe('2018-03-31  1039.00');
    expect(lines.at(-1)).toBe(`closed, journal ${'b'.repeat(64)}`);
  });

  it.each([
    ['in colors', {}, true],
    ['without, where they are not wanted', { NO_COLOR: '1' }, false],
  ])('draws in a terminal, %s', async (_, env, isColored) => {
    const run = '3'.repeat(64);
    await append(log, 'portfolio.events', events(run, 1, 42));
    const command = `'${process.execPath}' ${equity} ${kafka.brokers} ${run}`;
    const settings = { TERM: 'xterm', NO_COLOR: undefined, FORCE_COLOR: undefined, ...env };
    const program = start('script', ['-qec', command, '/dev/null'], settings);
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toMatch(/2018-03-31 {2}1039\.00 USD {2}.*\+3\.90%/);
    expect(program.output()).toMatch(/[\u2801-\u28ff]/);
    expect(program.output().includes('\u001b[32m')).toBe(isColored);
  });

  it('says that its run was cancelled, and ends', async () => {
    const run = '5'.repeat(64);
    await append(log, 'portfolio.events', events(run, 1, 5));
    await append(log, 'runs', { type: 'RunCancelled', version: 1, run, reason: 'by its owner' });
    const program = start(process.execPath, [equity, kafka.brokers, run]);
    expect(await program.ended, program.output()).toBe(1);
    expect(program.printed().trimEnd().split('\n').at(-1)).toBe('cancelled: by its owner');
  });

  it('says in one line that no broker answers', async () => {
    const program = start(process.execPath, [equity, '127.0.0.1:1', '5'.repeat(64)]);
    expect(await program.ended, program.output()).toBe(1);
    expect(program.output()).toMatch(/^equity: .*127\.0\.0\.1:1.*\n$/);
  });

  it('says how it is used', async () => {
    const program = start(process.execPath, [equity]);
    expect(await program.ended).toBe(2);
    expect(program.output()).toMatch(/^usage: /);
  });

  it.each(['2'.repeat(12), 'G'.repeat(64), `${'2'.repeat(64)}\n`])(
    'refuses %j as the id of a run',
    async (run) => {
      const program = start(process.execPath, [equity, kafka.brokers, run]);
      expect(await program.ended).toBe(2);
      expect(program.output()).toMatch(/^equity: the id of a run has 64 digits.*status --json/);
    },
  );
});

/**
 * Long while the close is above the mean of the last twenty: the rule of the example,
 * in other words.
 */
function expectedPosition(session: number): number {
  const last = Array.from({ length: Math.min(20, session + 1) }, (_, ago) =>
    closeOf(session - ago),
  );
  return closeOf(session) > last.reduce((sum, close) => sum + close, 0) / last.length ? 1 : 0;
}

describe('the agent outside', () => {
  const example = join('examples', '13-outside-agent');
  const packages = join(folder, 'packages');
  const run = '4'.repeat(64);
  const agent = (...words: string[]): Program =>
    start('python3', [join(example, 'agent.py'), kafka.brokers, ...words], {
      PYTHONPATH: packages,
    });

  beforeAll(async () => {
    const from = ['--requirement', join(example, 'requirements.txt')];
    const into = ['--quiet', '--disable-pip-version-check', '--target', packages];
    const installed = start('python3', ['-m', 'pip', 'install', ...into, ...from]);
    if ((await installed.ended) !== 0) throw new Error(installed.output());
  });

  it('answers each close of its window once, as the tape grows and after a restart', async () => {
    const answers: { answer: AgentAnswer; partition: number }[] = [];
    const listening = await subscribe({
      log,
      topics: ['agent.decisions'],
      key: run,
      onMessage: ({ message, partition }: Received<'agent.decisions'>) => {
        if (message.type === 'AgentAnswer') answers.push({ answer: message, partition });
      },
    });
    await append(log, 'runs', externalRun(run));
    await append(log, 'market.tape', tapeOpened(), tapeFacts(0, 10));
    const first = agent();
    await vi.waitFor(() => expect(answers, first.output()).toHaveLength(9), soon);
    first.child.kill('SIGKILL');
    await first.ended;

    await append(log, 'market.tape', tapeFacts(0, 10), tapeFacts(10, 40), tapeClosed);
    const second = agent(run);
    expect(await second.ended, second.output()).toBe(0);
    await vi.waitFor(() => expect(answers).toHaveLength(38), soon);
    await listening.stop();

    const due = Array.from({ length: 38 }, (_, index) => index + 1);
    expect(answers.map(({ answer }) => answer)).toEqual(
      due.map((session) => ({
        type: 'AgentAnswer',
        version: 1,
        run,
        agent: 'outside',
        asOf: closeSeq(session),
        decision: { kind: 'target', positions: { AAPL: expectedPosition(session) } },
      })),
    );
    expect(new Set(answers.map(({ partition }) => partition))).toEqual(new Set([placeOf(run)]));
    expect(new Set(due.map(expectedPosition))).toEqual(new Set([0, 1]));
  });
});
