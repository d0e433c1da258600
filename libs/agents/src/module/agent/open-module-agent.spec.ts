/** Module agents end to end, both ways to run them: real files and a small run of daily bars. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { civilDate, startOfUtcDay } from '#values';
import { sweepSize } from '#values/sweep-size.fixture';
import type { Answer } from '../../seat/agent.js';
import {
  answersInTurn,
  closeAgents,
  deciding,
  folder,
  makeFolder,
  open,
  policy,
  reason,
  refusalOf,
  removeFolder,
  answerBody,
  saying,
} from './module-run.fixture.js';

afterEach(closeAgents);
beforeAll(makeFolder);
afterAll(removeFolder);

describe.each([{ trusted: false }, { trusted: true }])(
  'a module agent, trusted: $trusted',
  (config) => {
    it('sees its observation as of now, and answers with a decision', async () => {
      const seen = `{ ...observation, view: [...observation.view.closes('AAPL', 9)],
      held: observation.account.shares('AAPL'),
      asOfView: observation.view.asOf, sma: observation.view.sma('AAPL', 2).value,
      filing: observation.view.filings('AAPL')
        .map((filing) => observation.view.document(filing.sections[0].document.sha256)) }`;
      const { decide } = await open(saying(seen), { config: { ...config, config: { depth: 3 } } });
      await decide();
      expect(answerBody(await decide())).toEqual({
        asOf: 7,
        asOfView: 7,
        time: startOfUtcDay(civilDate(2025, 3, 4)) + 2_000_000,
        session: '2025-03-04',
        symbols: ['AAPL'],
        view: [100, 101],
        sma: 100.5,
        filing: ['Risk factors of old.'],
        account: { cash: 1000, equity: 1000 },
        held: 3,
        policy,
        config: { depth: 3 },
        state: {},
      });
    });

    it.each([
      ['a default object', `export default { decide: () => 'long' }`, 'agent.mjs'],
      ['a default function', `export default function (o) { return 'long' }`, 'agent.mjs'],
      ['a named export', `export async function decide() { return 'long' }`, 'agent.mjs'],
      ['CommonJS', `exports.decide = () => 'long'`, 'agent.cjs'],
      [
        'TypeScript',
        "const one: number = 1;\nexport default { decide(): string { return one === 1 ? 'long' " +
          ": 'flat' } }",
        'agent.ts',
      ],
      [
        'an instance of a class',
        `class A { #p = 'long'; decide() { return this.#p } }\nexport default new A()`,
        'agent.mjs',
      ],
      [
        'TypeScript in a package of CommonJS',
        `export default { decide: (): string => 'long' }`,
        'agent.ts',
      ],
      [
        'a module in a package of CommonJS, with a module beside it',
        `import { one } from './one.js';\nexport const decide = () => one`,
        'agent.js',
      ],
      ['CommonJS in its package', `exports.decide = () => 'long'`, 'common.js'],
    ])('takes %s', async (_what, source, name) => {
      const files = {
        'package.json': '{ "type": "commonjs" }',
        'one.js': `export const one = 'long';\n`,
      };
      const { decide } = await open(source, { name, config, files });
      expect(await decide()).toEqual({ kind: 'target', positions: { AAPL: 1 } });
    });

    const faults: [string, string, string | RegExp][] = [
      [
        'throws',
        `throw new TypeError('no\\n data in /srv/secret/data.csv')`,
        /^agent\.mjs:\d+: TypeError: no data in data\.csv$/,
      ],
      ['rejects', `await Promise.reject(new Error('later'))`, /^agent\.mjs:\d+: Error: later$/],
      ['throws no error', `throw { odd: 1 }`, /^threw \{"odd":1\}$/],
      [
        'throws something that cannot be read',
        `throw new Proxy(new Error(), { get() { throw 1; } })`,
        /^threw something that cannot be read$/,
      ],
      [
        'calls itself without an end',
        `(function again() { again(); })()`,
        /^RangeError: Maximum call stack size exceeded$/,
      ],
      ['is given what it cannot read', `observation.view.closes('AAPL', -1)`, /^agent\.mjs:\d+: /],
      [
        'writes to its observation',
        `observation.asOf = 99`,
        /^agent\.mjs:\d+: TypeError: Cannot assign to read only property 'asOf'/,
      ],
      [
        'writes to its account',
        `observation.account.cash = 1e9`,
        /^agent\.mjs:\d+: TypeError: Cannot assign to read only property 'cash'/,
      ],
      [
        'writes to its policy',
        `observation.policy.feeBps = -100`,
        /^agent\.mjs:\d+: TypeError: Cannot assign/,
      ],
      [
        'writes to its symbols',
        `observation.symbols.push('MSFT')`,
        /^agent\.mjs:\d+: TypeError: Cannot add property 1/,
      ],
      [
        'replaces the view',
        `observation.view.lastPrice = () => 1`,
        /^agent\.mjs:\d+: TypeError: Cannot add property lastPrice/,
      ],
    ];
    it('that throws, rejects or writes outside its folder has failed, and is asked again', async () => {
      const twice = faults.flatMap((fault) => [fault, fault]);
      const answers = await answersInTurn(
        twice.map(([, body]) => body),
        config,
      );
      for (const [at, [what, , expected]] of twice.entries()) {
        const answer = answers[at] as Answer;
        expect(answer.kind, what).toBe('failed');
        expect(reason(answer), what).toMatch(expected);
      }
    });

    it('cannot change what it reads later through what it was given', async () => {
      const body = `const { view, state } = observation; const had = [...view.closes('AAPL', 9)];
      view.closes('AAPL', 9).fill(7); view.bars('AAPL', 9).close.fill(7);
      try { view.filings('AAPL')[0].form = 'forged'; } catch {} view.filings('AAPL').length = 0;
      state.calls = (state.calls ?? 0) + 1;
      const forms = view.filings('AAPL').map((filing) => filing.form);
      const rationale = JSON.stringify([had, forms, state.calls]);
      return { kind: 'action', action: 'HOLD', rationale };`;
      const { decide } = await open(deciding(body), { config });
      await decide();
      await decide();
      expect(answerBody(await decide())).toEqual([[100, 101, 102], ['10-K'], 3]);
    });

    const given: [string, string, string, RegExp][] = [
      ['nothing', `return`, 'missing', /missing/],
      ['null', `return null`, 'missing', /missing/],
      ['a number', `return 42`, 'invalid', /^expected a decision or one of BUY, .*, found 42$/],
      ['an unknown word', `return 'buy'`, 'invalid', /found "buy"$/],
      [
        'NaN',
        `return { kind: 'weights', weights: { AAPL: NaN } }`,
        'invalid',
        /^weights\.AAPL: expected number, found \{"not JSON":"NaN"\}$/,
      ],
      [
        'a cycle',
        `const a = {}; a.a = a; return a`,
        'invalid',
        /^the answer is not plain data: TypeError/,
      ],
      ['too much', `return 'x'.repeat(2 ** 20)`, 'invalid', /more than 1048576 bytes/],
      [
        'far too much',
        `return ['x'.repeat(${sweepSize(2e7, 1e8)})]`,
        'invalid',
        /more than 1048576 bytes/,
      ],
    ];
    it('has given no decision when it answers with anything else', async () => {
      const answers = await answersInTurn(
        given.map(([, body]) => body),
        config,
      );
      for (const [at, [what, , kind, expected]] of given.entries()) {
        const answer = answers[at] as Answer;
        expect(answer.kind, what).toBe(kind);
        expect('reason' in answer ? answer.reason : answer.kind, what).toMatch(expected);
      }
    });

    it.each([
      [
        'a missing file',
        { name: 'agent.mjs', config: { file: 'other.mjs' } },
        '',
        'other.mjs: no such file; expected a module agent',
      ],
      ['a folder', { config: { file: '.' } }, '', '.: not a file; expected a module agent'],
      [
        'no extension',
        { name: 'agent' },
        '',
        /^agent: not a module; expected one of \.ts, .*; found no extension$/,
      ],
      [
        'no decide',
        {},
        'export const a = 1',
        /^agent\.mjs: no agent; expected a default export with decide\(observation\), .*; found exports called "a"$/,
      ],
      [
        'a wrong history',
        {},
        'export default { history: 1.5, decide() {} }',
        /^agent\.mjs: history; expected a positive integer.*; found 1\.5$/,
      ],
      [
        'an error at the top',
        {},
        '\n\nthrow new Error("early")',
        'agent.mjs:3: cannot be loaded: Error: early',
      ],
    ])('is refused before the run for %s', async (_what, opening, source, expected) => {
      const message = await refusalOf(source, {
        ...opening,
        config: { ...('config' in opening ? opening.config : {}), ...config },
      });
      expect(message).toMatch(expected);
      expect(message).not.toContain(folder);
    });

    it('is late when its promise takes too long', async () => {
      const { decide } = await open(deciding('await new Promise(() => {})'), {
        config: { ...config, timeBudgetMs: 300 },
      });
      expect(await decide()).toEqual({ kind: 'late', reason: 'no answer within 300 ms' });
    });
  },
);
