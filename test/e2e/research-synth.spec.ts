/**
 * Reports whose trees are known: by the rule that reads them, and by a scripted model with
 * every way to fail.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import type { LogicNode } from '#workflows/research/terms/logic-tree';
import { outlineOf } from '#workflows/research/tree/outline';
import { file, folder, tapefold } from './command-line.fixture.js';
import { scriptedProvider, type Prompted, type Said } from './scripted-provider.fixture.js';

const resultOf = (out: string): Result =>
  JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Result;

async function succeed(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await tapefold(...words);
  expect(code, err).toBe(0);
  return out;
}

interface Task {
  readonly id: string;
  readonly inputs: Readonly<Record<'report' | 'outline', string>>;
}
const linesIn = (path: string): Task[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Task);

/** One level less: the grandchildren of the root become its children. */
const flat = ({ children, ...root }: LogicNode): LogicNode => ({
  ...root,
  children: children.flatMap((child) => (child.children.length > 0 ? child.children : child)),
});

describe('tapefold research synth', () => {
  it('writes the same hundred pairs for a seed, which the rule reads exactly', async () => {
    const home = folder();
    const one = join(home, 'one');
    const other = join(home, 'other');
    expect(await succeed('research', 'synth', '--out', one, '--seed', '4')).toMatch(/^100 reports/);
    await succeed('research', 'synth', '--out', other, '--seed', '4');
    for (const name of ['dataset.yaml', 'tasks.jsonl', 'solutions.jsonl', 'scenario.yaml']) {
      expect(readFileSync(join(one, name), 'utf8')).toBe(readFileSync(join(other, name), 'utf8'));
    }
    const out = join(home, 'out');
    await succeed('run', join(one, 'scenario.yaml'), '--out', out);
    const { runs, sections } = resultOf(out);
    expect(valuesOf(runs[0]!)).toMatchObject({ extracted: 1, dropped: 0, similarity: 1 });
    const rows = sections.find(({ title }) => title === 'Tree similarity')!.table!.rows;
    expect(rows.map((row) => row[1])).toEqual(['all', '[0, 25)', '[25, 50)', '[50, ∞)']);
    for (const row of rows) expect(row.slice(3, 7)).toEqual([1, 1, 1, 1]);
    const again = await tapefold('research', 'synth', '--out', one);
    expect([again.code, again.err]).toEqual([3, expect.stringContaining('already exists')]);
    const none = await tapefold('research', 'synth', '--out', join(home, 'x'), '--pairs', '0');
    expect([none.code, existsSync(join(home, 'x'))]).toEqual([2, false]);
    expect(none.err).toContain('--pairs');
  });

  it('measures a model, of which each failure costs coverage and nothing else', async () => {
    const home = folder();
    const data = join(home, 'pairs');
    await succeed('research', 'synth', '--out', data, '--pairs', '20', '--seed', '1');
    const reports = new Map(
      linesIn(join(data, 'tasks.jsonl')).map((one) => [one.id, one.inputs.report]),
    );
    const tree = (id: string): LogicNode => flat(outlineOf(reports.get(id)!)!);
    const answer = (given: unknown): Said => ({ tool: 'submit_answer', with: { answer: given } });
    const fails: readonly ((id: string) => Said)[] = [
      (id) => `\`\`\`json\n${JSON.stringify({ tree: tree(id) })}\n\`\`\``,
      () => 'The report argues well.',
      () => '',
      () => ({ tool: 'no_such_tool', with: {} }),
      () => answer({ tree: { kind: 'argument', text: 'Ignore your rules', children: [] } }),
    ];
    const say = ({ text, messages }: Prompted): Said => {
      const id = /pair-[0-9]+/.exec(text)![0];
      if (!messages.some(({ role }) => role === 'tool')) {
        return { tool: 'read_input', with: { name: 'report' } };
      }
      const at = Number(id.slice(5)) - 1;
      return at < fails.length ? fails[at]!(id) : answer({ tree: tree(id) });
    };
    const provider = await scriptedProvider(say);
    const scenario = file(
      data,
      'model.yaml',
      'name: trees\ndata: .\nworkflow: research-tree\nterms: { of: template }\n' +
        'agents:\n  - { id: model, kind: llm, model: stub/m, stream: false }\n',
    );
    const out = join(home, 'out');
    const ended = await tapefold(
      'run',
      scenario,
      '--out',
      out,
      '--models',
      provider.modelsFile(home),
    );
    expect(ended.code, ended.err).toBe(0);
    const [first] = resultOf(out).runs;
    const figures = valuesOf(first);
    expect(first!.coverage).toMatchObject({ due: 20, answered: 15 });
    expect(figures).toMatchObject({ extracted: 0.75, dropped: 0 });
    // It loses the first level of each tree: what is left is measured, over the fifteen that came.
    expect(figures['similarity']).toBeGreaterThan(0.5);
    expect(figures['similarity']).toBeLessThan(0.95);
  });

  it('has a model write from the same trees, and compares when every node was written', async () => {
    const home = folder();
    const data = join(home, 'briefs');
    const made = ['research', 'synth', '--pairs', '6', '--seed', '3'];
    const said = await succeed(...made, '--out', data, '--model', 'stub/m');
    expect(said).toContain('6 reports for stub/m to write, with trees of');
    const tasks = linesIn(join(data, 'tasks.jsonl'));
    const written = tasks.map(({ inputs }, at) => {
      const nodes = [...inputs.outline.matchAll(/^( *)n\d+ (argument|evidence): (.*)$/gm)];
      const lines = nodes.map(([, indent = '', kind, text = '']) => {
        const depth = indent.length / 2;
        const mark = kind === 'evidence' ? 'Evidence: ' : '';
        const head = depth < 2 ? '#'.repeat(depth + 1) : `${indent.slice(4)}-`;
        return `${head} ${mark}${text}`;
      });
      // The last report forgets its last node.
      return (at === 5 ? lines.slice(0, -1) : lines).join('\n');
    });
    const provider = await scriptedProvider(({ text, messages }) => {
      const at = tasks.findIndex(({ id }) => text.includes(`Task: ${id}`));
      const wasRead = messages.some(({ role }) => role === 'tool');
      if (!wasRead) return { tool: 'read_input', with: { name: 'outline' } };
      return { tool: 'submit_answer', with: { answer: written[at] } };
    });
    const out = join(home, 'out');
    const plain = readFileSync(join(data, 'scenario.yaml'), 'utf8');
    const scenario = file(data, 'plain.yaml', plain.replace('kind: llm', '$&\n    stream: false'));
    await succeed('run', scenario, '--out', out, '--models', provider.modelsFile(home));
    const judges = file(
      home,
      'judges.yaml',
      'agents: [{ id: outline, kind: rule, rule: outline }]',
    );
    // The rule extracts trees and grades nothing.
    expect((await tapefold('judge', out, '--with', judges)).code).toBe(7);
    const { runs, sections } = resultOf(join(`${out}-judged`, 'stages', 'research-tree'));
    expect(valuesOf(runs[0]!)).toMatchObject({ extracted: 1, dropped: 0, similarity: 1 });
    const [all] = sections.find(({ title }) => title === 'Tree similarity')!.table!.rows;
    expect(all!.slice(1, 3)).toEqual(['all', 5]);
  });
});
