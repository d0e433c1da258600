/** What a confined module agent cannot do, and how one that hangs, dies or lies is handled. */

import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import {
  canary,
  canaryText,
  closeAgents,
  deciding,
  decidingInTurn,
  folder,
  hangingStatement,
  makeFolder,
  open,
  reason,
  refusalOf,
  removeFolder,
  answerBody,
  saying,
} from './module-run.fixture.js';

afterEach(closeAgents);
beforeAll(makeFolder);
afterAll(removeFolder);

describe('a confined module agent', () => {
  it.each([
    [
      'broken syntax',
      {},
      'const a = 1;\nexport default {,',
      /^agent\.mjs:2: cannot be loaded: SyntaxError: /,
    ],
    [
      'an import that is not there',
      {},
      'import "./absent.mjs"',
      /^agent\.mjs: cannot be loaded: Error: Cannot find module 'absent\.mjs' imported from agent\.mjs$/,
    ],
    [
      'TypeScript that is more than types',
      { name: 'agent.ts' },
      'const a = 1;\nenum B { C }\nexport default () => B.C',
      /^agent\.ts:2: cannot be loaded: TypeScript enum is not supported/,
    ],
  ])('is refused before the run for %s', async (_what, opening, source, expected) => {
    const message = await refusalOf(source, opening);
    expect(message).toMatch(expected);
    expect(message).not.toContain('/');
  });

  const attempts: [string, string, RegExp][] = [
    [
      'reads outside its folder',
      `(await import('node:fs')).readFileSync('/etc/passwd')`,
      /restricted/,
    ],
    [
      'reads the product’s readers of data',
      `await import(process.argv[1].replace(/module-process.*/, 'libs/tape/src/index.js'))`,
      /restricted/,
    ],
    [
      'reads the bundled program',
      `await import(process.argv[1].replace(/module-process.*/, 'program/tapefold.js'))`,
      /restricted/,
    ],
    ['writes a file', `(await import('node:fs')).writeFileSync('planted.txt', 'x')`, /restricted/],
    [
      'spawns a process',
      `(await import('node:child_process')).spawnSync('ls')`,
      /node:child_process is not available/,
    ],
    [
      'starts a worker',
      `(await import('node:worker_threads'))`,
      /node:worker_threads is not available/,
    ],
    ['opens a database', `(await import('node:sqlite'))`, /node:sqlite is not available/],
    ['opens a connection', `(await import('node:net'))`, /node:net is not available/],
    [
      'connects through a stream it has',
      `new process.stdout.constructor().connect(80, '127.0.0.1')`,
      /the network is not available/,
    ],
    ['fetches', `await fetch('http://127.0.0.1/')`, /TypeError: fetch is not a function/],
    ['kills its parent', `process.kill(process.ppid)`, /process\.kill is not a function/],
    [
      'reaches for another door to built-ins',
      `process.getBuiltinModule('fs')`,
      /is not a function/,
    ],
    ['reaches for native code', `process.binding('fs')`, /is not a function/],
    ['loads an address', `await import('https://127.0.0.1/x.mjs')`, /Error/],
  ];
  it('that reaches outside of its process has failed', async () => {
    const bodies = attempts.map(([, attempt]) => `${attempt}; return 'long'`);
    const { decide, home } = await open(decidingInTurn(bodies), { days: bodies.length });
    for (const [what, , expected] of attempts) {
      const answer = await decide();
      expect(answer.kind, what).toBe('failed');
      expect(reason(answer), what).toMatch(expected);
    }
    expect(existsSync(join(home, 'planted.txt'))).toBe(false);
  });

  it('sees no environment, and reads files of its own', async () => {
    const own = `new URL('./agent.mjs', import.meta.url)`;
    const reading = `(await import('node:fs')).readFileSync(${own}, 'utf8').length > 0`;
    const { decide } = await open(saying(`[Object.keys(process.env), ${reading}]`));
    expect(answerBody(await decide())).toEqual([['TZ'], true]);
  });

  it('cannot see a data set beside it, directly or through a link', async () => {
    const source = `import fs from 'node:fs';
      const read = (name) => {
        try { return fs.readFileSync(new URL(name, import.meta.url), 'utf8') } catch (error) { return error.code }
      };
      ${saying(`['data/bars.csv', 'link/bars.csv', 'own/notes.txt'].map(read)`)}`;
    const away = mkdtempSync(join(folder, 'away-'));
    writeFileSync(join(away, 'bars.csv'), canaryText);
    const home = mkdtempSync(join(folder, 'beside-'));
    for (const name of ['data', 'own']) mkdirSync(join(home, name));
    writeFileSync(join(home, 'data/bars.csv'), canaryText);
    writeFileSync(join(home, 'own/notes.txt'), 'mine');
    symlinkSync(away, join(home, 'link'));
    writeFileSync(join(home, 'agent.mjs'), source);
    const file = join(home, 'agent.mjs');
    const { decide } = await open('', {
      config: { file, reads: [join(home, 'own')] },
      hidden: [join('..', home.split('/').at(-1) ?? '', 'data')],
    });
    expect(answerBody(await decide())).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'mine']);
  });

  it('cannot see folder and file of audit cases beside it', async () => {
    const source = `import fs from 'node:fs';
      const read = (name) => {
        try { return fs.readFileSync(new URL(name, import.meta.url), 'utf8') } catch (error) { return error.code }
      };
      ${saying(`['data/filing.xml', 'cases.jsonl', 'notes.txt'].map(read)`)}`;
    const home = mkdtempSync(join(folder, 'audit-'));
    mkdirSync(join(home, 'data'));
    for (const name of ['data/filing.xml', 'cases.jsonl', 'notes.txt']) {
      writeFileSync(join(home, name), name);
    }
    const file = join(home, 'agent.mjs');
    writeFileSync(file, source);
    const reference = join('..', home.split('/').at(-1) ?? '', `data#${home}/cases.jsonl`);
    const config = { file, reads: [join(home, 'notes.txt')] };
    const { decide } = await open('', { config, hidden: [reference] });
    expect(answerBody(await decide())).toEqual([
      'ERR_ACCESS_DENIED',
      'ERR_ACCESS_DENIED',
      'notes.txt',
    ]);
  });

  it('imports what it names, and is told why it cannot read what it computes', async () => {
    const files = {
      'named.mjs': 'export const word = 1;',
      'computed.mjs': 'export const word = 2;',
    };
    const bodies = [
      `const { word } = await import('./named.mjs'); return word === 1 ? 'long' : 'flat'`,
      `const name = './computed.mjs'; await import(name); return 'long'`,
      "(await import('node:fs')).readFileSync(new URL('computed.mjs', import.meta.url)); " +
        "return 'long'",
    ];
    const { decide } = await open(decidingInTurn(bodies), { files, days: 3 });
    expect(await decide()).toEqual({ kind: 'target', positions: { AAPL: 1 } });
    const rule =
      'access to computed.mjs is restricted: a module reads its own file, what it imports by ' +
      'literal specifiers, and what its agent lists in reads; never data sets or results';
    expect(reason(await decide())).toBe(`Error: ${rule}`);
    expect(reason(await decide())).toBe(`agent.mjs:3: Error: ${rule}`);
  });

  it('is refused when it lies inside a data set', async () => {
    expect(await refusalOf(deciding(''), { hidden: ['.'] })).toBe(
      'agent.mjs: a module must not lie inside a data set or a folder of results',
    );
  });

  it.each([
    [
      'hangs',
      `if (observation.session === '2025-03-04') ${hangingStatement()}`,
      { kind: 'late', reason: 'no answer within 1500 ms' },
    ],
    [
      'exits',
      `if (observation.session === '2025-03-04') process.exit(3);`,
      { kind: 'failed', reason: 'the module’s process ended with exit code 3' },
    ],
  ])('that %s once is started again and has all facts', async (_what, body, expected) => {
    const tell = `{ asOf: observation.view.asOf, closes: [...observation.view.closes('AAPL', 9)],
      bars: observation.view.barCount('AAPL'),
      text: observation.view.document(observation.view.filings('AAPL')[0]?.sections[0].document.sha256) }`;
    const { decide } = await open(
      deciding(
        `${body} return { kind: 'action', action: 'HOLD', rationale: JSON.stringify(${tell}) }`,
      ),
      { config: { timeBudgetMs: 1500 } },
    );
    await decide();
    expect(await decide()).toEqual(expected);
    const closes = [100, 101, 102];
    expect(answerBody(await decide())).toEqual({
      asOf: 10,
      closes,
      bars: 3,
      text: 'Risk factors of old.',
    });
  });

  it('that looks back two bars keeps its place on the tape through a restart with these alone', async () => {
    const ending = `if (observation.view.barCount('AAPL') === 150) process.exit(1);`;
    const tell = `[observation.view.asOf, observation.view.barCount('AAPL'),
      observation.view.closes('AAPL', 9).length,
      observation.view.filings('AAPL').length, observation.asOf]`;
    const source = `export default { history: 2, decide(observation) { ${ending}
      return { kind: 'action', action: 'HOLD', rationale: JSON.stringify(${tell}) }; } };`;
    const { agent, decide } = await open(source, { days: 160 });
    expect(agent.history).toEqual({ bars: 2 });
    for (let day = 1; day < 150; day++) await decide();
    expect((await decide()).kind).toBe('failed');
    expect(answerBody(await decide())).toEqual([455, 151, 2, 2, 455]);
  });

  it('that ends while it is loaded is refused, with what it printed last', async () => {
    const source = `console.log('no key in /srv/keys/key.txt'); process.exit(7);`;
    expect(await refusalOf(source)).toBe(
      'agent.mjs: the module’s process ended with exit code 7; found no key in key.txt',
    );
  });

  it('that leaves a rejection alone dies, and what Node says of it can be read', async () => {
    // From its second decision on: whether an answer overtakes the end of its process is open.
    const source = `let asked = 0; export default () => {
      if (asked++ > 0) Promise.reject(new Error('forgotten')); return 'long'; };`;
    const { agent, decide } = await open(source);
    expect((await decide()).kind).toBe('target');
    await agent.close();
    const second = await open(source);
    await second.decide();
    const answers = [await second.decide(), await second.decide()].map(({ kind }) => kind);
    expect(answers).toContain('failed');
    expect(second.printed()).toContain('forgotten');
  });

  it('is not asked any more after three ends in a row', async () => {
    const { decide } = await open(deciding('process.exit(0)'));
    const reasons = [await decide(), await decide(), await decide(), await decide()].map(reason);
    const ended = 'the module’s process ended with exit code 0';
    expect(reasons.slice(0, 3)).toEqual([ended, ended, ended]);
    expect(reasons[3]).toBe('the module’s process ended 3 times in a row and is not started again');
  });

  it('may print as much as it likes, and all of it is out before its answer', async () => {
    const flood = `for (let i = 0; i < 4000; i++) console.log('line', i, 'x'.repeat(1000));
      return 'flat'`;
    const { agent, decide, printed } = await open(deciding(flood));
    expect(await decide()).toEqual({ kind: 'target', positions: { AAPL: 0 } });
    await decide();
    await agent.close();
    expect(printed().match(/^line \d+ /gm)).toHaveLength(8000);
    expect(printed().trimEnd().split('\n').at(-1)).toMatch(/^line 3999 /);
  });

  it.each([
    [
      'rubbish',
      `Buffer.from('\\x07\\0\\0\\0rubbish', 'latin1')`,
      'the module’s process sent an invalid answer',
    ],
    [
      'a length of 4 GB',
      `Buffer.from([255, 255, 255, 255])`,
      'the module’s process sent a message over the limit of its size',
    ],
    [
      'an unsolicited answer',
      `Buffer.from('\\x1a\\0\\0\\0{"id":77,"kind":"missing"}', 'latin1')`,
      'the module’s process sent an invalid answer',
    ],
  ])('that writes %s to the channel is ended', async (_what, bytes, expected) => {
    const source =
      "import fs from 'node:fs';\n" +
      `${deciding(`fs.writeSync(3, ${bytes}); await new Promise(() => {})`)}`;
    const { decide } = await open(source);
    expect(await decide()).toEqual({ kind: 'failed', reason: expected });
  });

  it('holds nothing of the future: a search of all that it can reach finds the canary from its day on', async () => {
    const search = `const found = new Set(); const seen = new Set();
      const isCanary = (value) =>
        value === ${canary} || (typeof value === 'string' && value.includes('${canaryText}'));
      const visit = (value, path, depth) => {
        if (isCanary(value)) found.add(path);
        if (Object(value) !== value || seen.has(value) || depth > 12) return;
        seen.add(value);
        if (ArrayBuffer.isView(value)) {
          const whole = value.buffer.slice(0, value.buffer.byteLength & ~7);
          for (const number of new Float64Array(whole)) visit(number, path, depth);
          return;
        }
        if (value instanceof Map) for (const entry of value) visit(entry, path, depth + 1);
        for (const key of Reflect.ownKeys(value)) {
          let member;
          try { member = value[key]; } catch { continue; }
          if (member instanceof Promise) member.catch(() => {});
          visit(member, path + '.' + String(key), depth + 1);
        }
        visit(Object.getPrototypeOf(value), path + '.proto', depth + 1);
      };
      const attempt = (path, read) => {
        try { visit(read(), path, 0); } catch (error) { visit(error.message, path, 0); }
      };
      const { view } = observation;
      visit(observation, 'observation', 0);
      visit(globalThis, 'globalThis', 4);
      const calls = ['lastPrice', 'lastBar', 'bars', 'closes', 'adjustedCloses', 'news', 'filings',
        'fundamentals', 'dividends', 'splits', 'sma', 'ema', 'rsi'];
      for (const call of calls) {
        for (const count of [1, 1e9, Infinity, -1, 2 ** 53]) attempt(call, () => view[call]('AAPL', count));
      }
      attempt('average', () => view.sma('AAPL', 1).value);
      attempt('document', () => view.document('${sha256Hex(canaryText)}'));
      return { kind: 'action', action: 'HOLD', rationale: JSON.stringify([...found].sort()) };`;
    const { decide } = await open(deciding(search));
    for (let day = 1; day <= 5; day++) expect(answerBody(await decide())).toEqual([]);
    expect(answerBody(await decide())).toEqual(
      expect.arrayContaining([
        'average',
        'bars.close.0',
        'closes.0',
        'document',
        'filings.0.form',
        'lastBar.close',
        'lastPrice',
      ]),
    );
  });
});
