/** Agents are opened before anything is written; modules that are loaded alike are opened once. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { agentConfigSchema, type AgentConfig } from '#contracts/scenario/scenario';
import { GrowingData } from '../run-folder/growing-data.fixture.js';
import { dealtRuns } from '../shard/in-process-thread.fixture.js';
import { tryAgents } from './try-agents.js';

const loads = `export const decide = () => 'HOLD';
globalThis.modulesTried = [...(globalThis.modulesTried ?? []), import.meta.url.replace(/.*\\/|\\?.*/g, '')];
`;
const module = (id: string, over: object = {}): AgentConfig =>
  agentConfigSchema.parse({ id, kind: 'module', file: 'one.mjs', trusted: true, ...over });

/** The files of the modules that were loaded, in order. */
async function tried(agents: AgentConfig[]): Promise<unknown> {
  const data = new GrowingData(8);
  for (const name of ['one.mjs', 'other.mjs']) writeFileSync(join(data.directory, name), loads);
  writeFileSync(join(data.directory, 'broken.mjs'), 'export const nothing = 1;');
  const { plans, options, close } = await dealtRuns(data, agents, join(data.directory, 'runs'));
  onTestFinished(close);
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'modulesTried'));
  const { scenario, tape, directory } = options;
  await tryAgents(scenario, plans, { tape, directory });
  return Reflect.get(globalThis, 'modulesTried');
}

it('of one file once, whatever their configuration, and of others too', async () => {
  const agents = [
    module('a', { config: { fast: 1 } }),
    module('b', { config: { fast: 2 } }),
    module('c', { file: 'other.mjs' }),
    module('d', { config: { fast: 3 } }),
    module('e', { reads: ['bars.csv'] }),
  ];
  expect(await tried(agents)).toEqual(['one.mjs', 'other.mjs', 'one.mjs']);
});

it('names the file of one that is broken behind others', async () => {
  const agents = [module('a'), module('b'), module('c', { file: 'broken.mjs' })];
  await expect(tried(agents)).rejects.toThrow('broken.mjs: no agent');
});
