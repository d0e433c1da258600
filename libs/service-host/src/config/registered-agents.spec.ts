/** The register of agents: what it returns, and what it refuses, with the line. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAgentRegister } from './registered-agents.js';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-agents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'agents.yaml');
  writeFileSync(file, text);
  return file;
}

describe('a register of agents', () => {
  it('gives agents by name, with what is left out filled in', async () => {
    const file = fileWith(
      'thinker:\n  kind: llm\n  model: anthropic/a-model\n  effort: low\n' +
        'desk: { kind: http, url: "http://desk:9000/decide" }\n',
    );
    const { agents, directory } = await readAgentRegister(file);
    expect([...agents.keys()]).toEqual(['thinker', 'desk']);
    expect(agents.get('thinker')).toMatchObject({ kind: 'llm', effort: 'low', stream: true });
    expect(agents.get('desk')).toMatchObject({ kind: 'http', attempts: 1 });
    expect(join(directory, 'agents.yaml')).toBe(file);
  });

  it('is empty when no file is named', async () => {
    expect((await readAgentRegister(undefined)).agents.size).toBe(0);
  });

  it.each([
    ['an agent of another kind', 'own: { kind: script, file: ./x.csv }', /line 1.*own\.kind/],
    [
      'a module that is not there',
      'own: { kind: module, file: ./x.js }',
      /yaml: own\.file: no such module/,
    ],
    ['a member that there is not', 'a:\n  kind: llm\n  model: x/y\n  wit: high', /line 4/],
    ['an id', 'a: { kind: llm, model: x/y, id: b }', /line 1/],
    ['a name that is a path', '../a: { kind: llm, model: x/y }', /line 1/],
  ])('refuses %s', async (_, text, message) => {
    await expect(readAgentRegister(fileWith(text))).rejects.toThrow(message);
    await expect(readAgentRegister(fileWith(text))).rejects.toMatchObject({ code: 'InvalidInput' });
  });

  it('refuses a file that is not there', async () => {
    await expect(readAgentRegister('/nowhere/agents.yaml')).rejects.toMatchObject({
      code: 'InvalidInput',
      where: '/nowhere/agents.yaml',
    });
  });
});
