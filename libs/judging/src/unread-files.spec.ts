/** Which modules may judge: those that neither import nor list what they are compared with. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isFailure } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { requireUnread } from './unread-files.js';

const options = { kind: 'module', timeBudgetMs: 1000, config: {}, trusted: false } as const;

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-unread-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  for (const name of ['agents', 'result', 'gold']) mkdirSync(path(name));
  writeFileSync(path('gold/people.mjs'), 'export const gold = {};');
  writeFileSync(path('gold/people.json'), '{}');
  writeFileSync(path('agents/own.mjs'), 'export default { decide() {} };');
  writeFileSync(path('agents/notes.txt'), 'N');
  const reading = `import { gold } from '../gold/people.mjs'; export default gold;`;
  writeFileSync(path('agents/reading.mjs'), reading);
  const refused = (agents: readonly object[], closed: readonly string[]): string => {
    try {
      requireUnread(agents as AgentConfig[], path('agents'), closed.map(path));
      return 'may judge';
    } catch (error) {
      if (isFailure(error, 'InvalidInput')) return error.message.replaceAll(folder, 'FOLDER');
      throw error;
    }
  };
  return { path, refused };
}
const own = { ...options, id: 'own', file: './own.mjs' };
const reading = { ...options, id: 'reading', file: './reading.mjs' };
const gold = ['result', 'gold/people.mjs'];
const found =
  'agents, reading: ./reading.mjs: a module imports what judges must not read; ' +
  'expected no human judgments, rubrics, solutions or results; found "FOLDER/gold/people.mjs"';

it('may judge if they read nothing of it', () => {
  const { refused } = place();
  expect(refused([], gold)).toBe('may judge');
  expect(refused([own], gold)).toBe('may judge');
  expect(refused([{ ...own, reads: ['./notes.txt'] }], gold)).toBe('may judge');
  expect(refused([reading], [])).toBe('may judge');
  expect(refused([reading], ['result'])).toBe('may judge');
  expect(refused([{ ...reading, trusted: true }], gold)).toBe('may judge');
  expect(refused([{ id: 'reading', kind: 'script', file: './reading.mjs' }], gold)).toBe(
    'may judge',
  );
  expect(refused([{ ...own, file: './none.mjs' }], gold)).toBe('may judge');
});

it('may not judge if they import it, also behind others and through links', () => {
  const { path, refused } = place();
  expect(refused([reading], gold)).toBe(found);
  expect(refused([own, reading], gold)).toBe(found);
  expect(refused([{ ...options, id: 'none', file: './none.mjs' }, reading], gold)).toBe(found);
  expect(refused([{ ...reading, trusted: true }, reading], gold)).toBe(found);
  symlinkSync(path('gold'), path('linked'));
  expect(refused([reading], ['linked/people.mjs'])).toBe(found);
  symlinkSync(path('agents/reading.mjs'), path('agents/linked.mjs'));
  expect(refused([{ ...reading, file: './linked.mjs' }], gold)).toBe(
    found.replace('./reading.mjs', './linked.mjs'),
  );
});

it('may not list it, or lie in it', () => {
  const { refused } = place();
  const messages = [
    refused([{ ...own, reads: ['../gold/people.json'] }], ['gold/people.json']),
    refused([{ ...own, reads: ['../gold'] }], ['gold/people.json']),
    refused([own], ['agents']),
  ];
  expect(messages).toEqual([
    'agents, own: reads: a module must not read it: it lies in what agents must not read; ' +
      'expected files of the agent’s own, such as weights; found "../gold/people.json"',
    'agents, own: reads: a module must not read it: it holds what agents must not read; ' +
      'expected files of the agent’s own, such as weights; found "../gold"',
    './own.mjs: a module must not lie inside a data set or a folder of results',
  ]);
});
