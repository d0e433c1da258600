/**
 * Modules that do tasks, both ways to run them: what they see, what they may answer, and
 * how failures end.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import {
  canary,
  canaryText,
  closeAgents,
  deciding,
  folder,
  hangingStatement,
  makeFolder,
  removeFolder,
} from './module-run.fixture.js';
import {
  answersInTurn,
  openTasks,
  refusalOfTasks,
  sharedText,
  textOf,
} from './task-module-run.fixture.js';

afterEach(closeAgents);
beforeAll(makeFolder);
afterAll(removeFolder);

const answered = (answer: unknown) => ({ kind: 'answer', answer });

describe.each([{ trusted: false }, { trusted: true }])(
  'a module that does tasks, trusted: $trusted',
  (config) => {
    it('sees its task with the texts, and the view as of now', async () => {
      const source = deciding(`const { view, task, ...rest } = observation;
        const document = view.document('${sha256Hex(textOf(2))}');
        return { ...rest, task, document, asOfView: view.asOf, symbols: view.symbols,
          closes: [...view.closes('AAPL', 9)], none: task.inputs.constructor === undefined };`);
      const { ask } = await openTasks(source, { config: { ...config, config: { depth: 3 } } });
      await ask();
      const inputs = { report: 'Report of day 2.', shared: sharedText };
      expect(await ask()).toEqual(
        answered({
          asOf: 4,
          asOfView: 4,
          time: 2_000_000,
          task: { id: 'task-2', instruction: 'Read report 2.', inputs },
          document: 'Report of day 2.',
          symbols: ['AAPL'],
          closes: [100, 101],
          none: true,
          terms: { labels: ['up', 'down'] },
          config: { depth: 3 },
          seed: 7,
          state: {},
        }),
      );
    });

    it('has the inputs of its own task, although earlier tasks had other inputs', async () => {
      const { ask } = await openTasks(deciding('return observation.task.inputs.shared'), {
        config,
      });
      await ask(false);
      await ask(false);
      expect(await ask()).toEqual(answered(sharedText));
    });

    it('sees nothing of later facts', async () => {
      const source = deciding(`const { view, task } = observation;
        const later = ['${sha256Hex(canaryText)}', '${sha256Hex(textOf(3))}'];
        const seen = later.map((sha256) => view.document(sha256) ?? null);
        return [...seen, view.lastPrice('AAPL') === ${canary}, task.instruction === '${canaryText}'];`);
      const { ask } = await openTasks(source, { config });
      await ask();
      expect(await ask()).toEqual(answered([null, null, false, false]));
      expect(await ask()).toEqual(answered([null, textOf(3), false, false]));
      // A confined process has released the text of the previous task.
      const third = config.trusted ? textOf(3) : null;
      expect(await ask()).toEqual(answered([canaryText, third, true, true]));
    });

    it('keeps its notebook from task to task', async () => {
      const source = deciding(
        'const { state } = observation; return (state.tasks = (state.tasks ?? 0) + 1)',
      );
      const { ask } = await openTasks(source, { config });
      expect([await ask(), await ask()]).toEqual([answered(1), answered(2)]);
    });

    const given = [
      ['a text', `return 'up'`, answered('up')],
      ['a number', 'return 0', answered(0)],
      ['false', 'return false', answered(false)],
      ['a list', 'return [1, null, {}]', answered([1, null, {}])],
      ['an object', `return { label: 'up', left: undefined }`, answered({ label: 'up' })],
      ['an object with a kind', `return { kind: 'up' }`, answered({ kind: 'up' })],
      ['a date', 'return new Date(0)', answered('1970-01-01T00:00:00.000Z')],
      [
        'an answer in full',
        `return { kind: 'answer', answer: { label: 'up' }, rationale: 'It rose.' }`,
        { kind: 'answer', answer: { label: 'up' }, rationale: 'It rose.' },
      ],
      ['null in full', `return { kind: 'answer', answer: null }`, answered(null)],
      ['nothing', 'return', { kind: 'missing' }],
      ['null', 'return null', { kind: 'missing' }],
    ] as const;
    it('may answer with any data', async () => {
      const answers = await answersInTurn(
        given.map(([, body]) => body),
        config,
      );
      for (const [at, [what, , expected]] of given.entries()) {
        expect(answers[at], what).toEqual(expected);
      }
    });

    const plain = 'the answer is not plain data: TypeError: ';
    const unfit: [string, string, string][] = [
      ['NaN', 'return NaN', `${plain}expected JSON, found NaN`],
      ['a bigint in it', 'return { n: 1n }', `${plain}"n": expected JSON, found 1n`],
      ['a function', 'return () => 1', `${plain}expected JSON, found function`],
      [
        'a promise in it',
        `return { a: Promise.resolve('up') }`,
        `${plain}"a": expected JSON, found [object Promise]`,
      ],
      ['a hole in a list', 'return [1, undefined]', `${plain}"1": expected JSON, found undefined`],
      [
        'a cycle',
        'const a = {}; a.a = a; return a',
        expect.stringMatching(/^the answer is not plain data: TypeError/),
      ],
      [
        'too much',
        `return 'x'.repeat(2 ** 20)`,
        'expected a shorter answer, found an answer of more than 1048576 bytes',
      ],
      [
        'too deep a list',
        'let a = []; for (let i = 0; i < 64; i++) a = [a]; return a',
        'answer: nested more than 64 deep',
      ],
      ['no answer in full', `return { kind: 'answer' }`, 'answer: expected JSON, found undefined'],
      [
        'more than an answer in full',
        `return { kind: 'answer', answer: 1, sure: true }`,
        'expected no key "sure", found {"kind":"answer","answer":1,"sure":true}',
      ],
    ];
    it('is invalid when it answers with anything else', async () => {
      const answers = await answersInTurn(
        unfit.map(([, body]) => body),
        config,
      );
      for (const [at, [what, , expected]] of unfit.entries()) {
        expect(answers[at], what).toEqual({ kind: 'invalid', reason: expected });
      }
    });

    const faults = [
      [
        'throws',
        `throw new TypeError('no data in /srv/secret/data.csv')`,
        'TypeError: no data in data.csv',
      ],
      [
        'writes to its task',
        `observation.task.id = 'other'`,
        "TypeError: Cannot assign to read only property 'id' of object '#<Object>'",
      ],
      [
        'writes to the inputs',
        `observation.task.inputs.report = ''`,
        "TypeError: Cannot assign to read only property 'report' of object '[object Object]'",
      ],
      [
        'writes to the terms',
        `observation.terms.labels.push('flat')`,
        'TypeError: Cannot add property 2, object is not extensible',
      ],
    ] as const;
    it('that throws or writes outside its folder has failed, and is asked again', async () => {
      const twice = faults.flatMap((fault) => [fault, fault]);
      const answers = await answersInTurn(
        twice.map(([, body]) => body),
        config,
      );
      for (const [at, [what, , reason]] of twice.entries()) {
        // Each body has a line of its own.
        const place = `agent.mjs:${at + 1}`;
        expect(answers[at], what).toEqual({ kind: 'failed', reason: `${place}: ${reason}` });
      }
    });

    it('is late when its promise takes too long', async () => {
      const { ask } = await openTasks(deciding('await new Promise(() => {})'), {
        config: { ...config, timeBudgetMs: 300 },
      });
      expect(await ask()).toEqual({ kind: 'late', reason: 'no answer within 300 ms' });
    });

    it('is refused before the run when it is no agent', async () => {
      const message = await refusalOfTasks('export const a = 1', { config });
      expect(message).toMatch(/^agent\.mjs: no agent; expected a default export with decide/);
      expect(message).not.toContain(folder);
    });
  },
);

describe('a confined module that does tasks', () => {
  it.each([
    ['hangs', hangingStatement(), { kind: 'late', reason: 'no answer within 1500 ms' }],
    [
      'exits',
      'process.exit(3);',
      { kind: 'failed', reason: 'the module’s process ended with exit code 3' },
    ],
  ])('that %s is started again, and has the facts and its next task', async (_what, end, lost) => {
    const source = deciding(`const { task, view, state } = observation;
      if (task.id === 'task-2') ${end}
      state.tasks = (state.tasks ?? 0) + 1;
      return [state.tasks, view.asOf, view.barCount('AAPL'), task.inputs.report];`);
    const { ask } = await openTasks(source, { config: { timeBudgetMs: 1500 } });
    expect(await ask()).toEqual(answered([1, 2, 1, textOf(1)]));
    expect(await ask()).toEqual(lost);
    expect(await ask()).toEqual(answered([1, 6, 3, textOf(3)]));
  });

  it('holds no input longer than its task', async () => {
    const source = deciding(`const { task, view } = observation;
      const texts = ['${sha256Hex(textOf(1))}', '${sha256Hex(textOf(2))}'];
      return texts.map((sha256) => view.document(sha256) ?? null);`);
    const { ask } = await openTasks(source);
    expect(await ask()).toEqual(answered([textOf(1), null]));
    expect(await ask()).toEqual(answered([null, textOf(2)]));
  });

  it('cannot read outside its folder', async () => {
    const source = deciding(`return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8')`);
    const said = await (await openTasks(source)).ask();
    expect(said?.kind).toBe('failed');
    expect(JSON.stringify(said)).toMatch(/restricted/);
  });
});
