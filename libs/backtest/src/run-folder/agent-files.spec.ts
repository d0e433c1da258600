/** Hashes of prompts: a recorded run keeps the built-in one that it had. */

import { expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { allWorkflows } from '#workflows';
import { hashAgentFiles } from './agent-files.js';

const { builtIn } = allWorkflows.get('retrieval')!.prompts;
const [newest, earlier] = builtIn.map(({ text }) => sha256Hex(text));
const hashOf = (agent: object, recorded: string) => {
  const agents = [agentConfigSchema.parse({ id: 'a', kind: 'llm', model: 'x/y', ...agent })];
  const files = new Map([['a', recorded]]);
  return hashAgentFiles({ agents, workflow: 'retrieval' }, '.', allWorkflows, files).get('a');
};

it('is that of the recorded run for an agent that names no prompt', () => {
  expect(hashOf({}, earlier!)).toBe(earlier);
  expect(hashOf({}, newest!)).toBe(newest);
});

it('is that of the named prompt, or of the newest where no built-in one was recorded', () => {
  expect(hashOf({ prompt: 'retrieval-1' }, earlier!)).toBe(newest);
  expect(hashOf({}, 'f'.repeat(64))).toBe(newest);
});
