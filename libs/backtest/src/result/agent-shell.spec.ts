/** Which kinds of agents are reported as having had no shell. */

import { expect, it } from 'vitest';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { mayHaveShell, shellNote } from './task-result.js';

const agents = [
  { kind: 'rule', rule: 'auditor' },
  { kind: 'script', file: 'a.jsonl' },
  { kind: 'llm', model: 'test/m-1' },
  { kind: 'module', file: 'a.mjs' },
  { kind: 'module', file: 'a.mjs', trusted: true },
  { kind: 'mcp' },
  { kind: 'http', url: 'https://agent.example/' },
  { kind: 'external' },
  { kind: 'registered', agent: 'x' },
].map((agent, at) => agentConfigSchema.parse({ id: `a${at}`, ...agent }));

it('are those that work through the run alone', () => {
  expect(agents.filter((agent) => !mayHaveShell(agent)).map(({ kind }) => kind)).toEqual([
    'rule',
    'script',
    'llm',
    'module',
  ]);
});

it('appear in no note; the others do, each once', () => {
  const programs = 'Programs of their own, which may have had a shell: a4, a5, a6, a7, a8.';
  expect(shellNote([...agents, ...agents])).toEqual([programs]);
  expect(shellNote(agents.slice(0, 4))).toEqual([]);
});
