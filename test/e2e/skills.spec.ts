/**
 * The skills as their readers find them: scripts that are there, servers that start, and a
 * helper for dates that prints what HERCULEAN's prints.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tapefold } from './command-line.fixture.js';
import { python, root } from './skill-script.fixture.js';

const skills = ['auditing', 'hedging', 'report_evaluation', 'report_generation', 'trading'];
const read = (...path: readonly string[]): string => readFileSync(join(root, ...path), 'utf8');

interface Servers {
  readonly mcpServers: Readonly<Record<string, { command: string; args: string[] }>>;
}

describe.each(skills)('%s', (skill) => {
  it('names scripts that are there', () => {
    const text = read('skills', skill, 'SKILL.md');
    const scripts = [...text.matchAll(/python3 (\S+\.py)/g)].map(([, path]) => path!);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(existsSync(join(root, script)), script).toBe(true);
    expect(text).toContain('TAPEFOLD_BIN');
  });

  it('has a server, which asks for its data', async () => {
    const { mcpServers } = JSON.parse(read('skills', skill, '.mcp.json')) as Servers;
    const [name] = Object.keys(mcpServers);
    expect(name).toBe(`${skill}_mcp`);
    const { command, args } = mcpServers[name!]!;
    expect(command).toBe('tapefold');
    const flag = skill === 'auditing' ? '--data-root' : '--db-path';
    const reports = skill === 'report_evaluation' ? [`--reports-root=${root}`] : [];
    const ended = await tapefold(...args, `${flag}=/none/at/all`, ...reports);
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain('/none/at/all');
  });
});

describe.each(['hedging', 'report_generation', 'trading'])('date_offset.py of %s', (skill) => {
  const offsets = (...words: readonly string[]) =>
    python(join(root, 'skills', skill, 'scripts/date_offset.py'), words);

  it('prints a line for each number of days', async () => {
    expect(await offsets('2025-03-26', '7', '30', '365', '0')).toEqual({
      code: 0,
      out: '7\t2025-03-19\n30\t2025-02-24\n365\t2024-03-26\n0\t2025-03-26\n',
      err: '',
    });
  });

  it.each([
    [['2025-02-30', '7'], '', "invalid target date '2025-02-30'"],
    [['2025-03-26', '7', '-1'], '7\t2025-03-19\n', "invalid days offset '-1'"],
    [['2025-03-26', 'week'], '', "invalid days offset 'week': must be an integer"],
    [['0001-01-02', '5'], '', 'no such date'],
    [['2025-03-26'], '', 'TARGET_DATE'],
  ])('refuses %j', async (words, out, says) => {
    const ended = await offsets(...words);
    expect([ended.code, ended.out]).toEqual([2, out]);
    expect(ended.err).toContain(says);
  });
});
