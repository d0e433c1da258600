/** A workflow that the product does not know works from scenario to report, and is verified. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import {
  expandJournal,
  inspectRun,
  loadScenario,
  runScenario,
  verifyResult,
  verifyRun,
  type ScenarioOptions,
} from '#backtest';
import { resultSchema, type Result } from '#contracts/result/result';
import { openDataset } from '#market-data';
import { renderReport, renderTerminalTable } from '#report';
import { workflows } from './yes-no-world.js';

const folder = mkdtempSync(join(tmpdir(), 'task-scenario-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const write = (name: string, text: string): void => writeFileSync(at(name), text);
const lines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const solutionsOf = (right: (id: string) => string): string =>
  lines(...ids.map((id) => ({ id, solution: right(id) })));
const isVowel = (id: string): string => ('aeiou'.includes(id) ? 'yes' : 'no');

const scenario = (rest: object = {}): object => ({
  name: 'vowels',
  data: './data',
  workflow: 'yes-no',
  terms: { language: 'en' },
  agents: [
    { id: 'reader', kind: 'script', file: 'answers.jsonl' },
    { id: 'coder', kind: 'module', file: 'coder.mjs', trusted: true, stateless: true },
  ],
  ...rest,
});

beforeAll(() => {
  mkdirSync(at('data'));
  write(
    'data/dataset.yaml',
    'name: questions\ncalendar: XNYS\ncurrency: USD\ntasks:\n' +
      '  file: tasks.jsonl\n  solutions: solutions.jsonl\n',
  );
  write(
    'data/tasks.jsonl',
    lines(
      ...ids.map((id, index) => ({
        id,
        instruction: `Is ${id} a vowel?`,
        inputs: { letter: id },
        ...(index < 2 ? {} : { knownAt: `2025-03-0${index}T09:00:00Z` }),
      })),
    ),
  );
  write('data/solutions.jsonl', solutionsOf(isVowel));
  write(
    'answers.jsonl',
    lines(
      { task: 'a', answer: 'yes', rationale: 'It stands first.' },
      { task: 'b', answer: 'maybe' },
      ...['c', 'd', 'e'].map((task) => ({ task, answer: 'no' })),
    ),
  );
  write(
    'coder.mjs',
    `export const decide = async ({ task }) => {
       await new Promise((settle) => setTimeout(settle, 6 - 'abcdef'.indexOf(task.id)));
       return 'aeiou'.includes(task.inputs.letter) ? 'yes' : 'no';
     };`,
  );
});

async function run(out: string, content = scenario(), options: Partial<ScenarioOptions> = {}) {
  write('scenario.json', JSON.stringify(content));
  const loaded = loadScenario(at('scenario.json'), workflows);
  const common = { codeVersion: 'test', jobs: 2, fresh: false, workflows };
  const outcome = await runScenario(loaded, { out: at(out), ...common, ...options });
  if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
  const { result } = outcome;
  return { ...outcome, result };
}
const hashesOf = ({ runs }: Result): string[] => runs.map(({ journalHash }) => journalHash);

describe('a scenario of tasks', () => {
  it('needs no market, and is scored, shown, inspected and verified', async () => {
    const { result } = await run('whole');
    expect(resultSchema.parse(JSON.parse(readFileSync(at('whole/result.json'), 'utf8')))).toEqual(
      result,
    );
    expect(result.scenario).toMatchObject({ workflow: 'yes-no', terms: { language: 'en' } });
    const [reader, coder] = result.runs;
    // Among six, `b` was no answer, `e` was wrong, and `f` was never answered.
    expect(reader).toMatchObject({ run: 'reader-yes-no', figures: { accuracy: { value: 3 / 6 } } });
    expect(reader?.coverage).toMatchObject({ due: 6, answered: 4, invalid: 1, missing: 1 });
    expect(coder).toMatchObject({ figures: { accuracy: { value: 1 } }, trusted: true });
    expect(result.sections[0]?.table?.rows).toContainEqual(['reader-yes-no', 'e', 'no', 'yes']);

    const page = renderReport({ result });
    for (const text of ['yes-no', 'reader', 'accuracy', 'Questions']) expect(page).toContain(text);
    expect(renderTerminalTable(result, 'npx tapefold')).toContain('coder');

    const trusted: string[] = [];
    for (const { run: label, journalHash: hash } of result.runs) {
      const verdict = await verifyRun(at(`whole/runs/${label}`), { workflows });
      expect(verdict).toMatchObject({ kind: 'verified', hash, replayed: true });
      const again = await verifyRun(at(`whole/runs/${label}`), {
        workflows,
        askAgain: true,
        onTrustedCode: ({ agent }) => trusted.push(agent),
      });
      expect(again).toMatchObject({ kind: 'verified', hash, replayed: false });
    }
    expect(trusted).toEqual(['coder']);
    const inspected = await inspectRun(at('whole/runs/reader-yes-no'), '2025-03-02T09:00:00Z');
    expect(inspected).toMatchObject({
      workflow: 'yes-no',
      asOf: 3,
      task: { id: 'c' },
      decision: { type: 'AnswerGiven', task: 'c', answer: '"no"' },
    });
    const first = await inspectRun(at('whole/runs/reader-yes-no'), '1970-01-01T00:00:00Z');
    expect(first).toMatchObject({ task: { id: 'b' }, decision: { type: 'DecisionInvalid' } });
    const events: string[] = [];
    await expandJournal(
      at('whole/runs/reader-yes-no'),
      ({ event }) => void events.push(event.type),
      {
        workflows,
      },
    );
    expect(events).toHaveLength(8);
    const answers = readFileSync(at('whole/runs/reader-yes-no/answers.jsonl'), 'utf8');
    expect(answers.split('\n').slice(0, 2)).toEqual([
      '{"type":"AnswerGiven","asOf":1,"time":"1970-01-01T00:00:00Z","task":"a","answer":"yes"}',
      expect.stringContaining(
        '"task":"b","reason":"answer: expected yes or no; found \\"maybe\\""',
      ),
    ]);
    expect(answers).toMatch(/"DecisionMissing",.*"task":"f","reason":null/);
  });

  it('has one journal with tasks one by one and several at once, and after any interruption', async () => {
    const single = hashesOf((await run('whole')).result);
    const { result, resumed } = await run('at-once', scenario({ tasksAtOnce: 3 }));
    expect(hashesOf(result)).toEqual(single);
    expect(resumed).toEqual([]);

    const journal = at('at-once/runs/coder-yes-no/journal.bin');
    copyFileSync(journal, at('journal.bin'));
    const { length } = readFileSync(journal);
    for (const left of [length - 1, length - 40, 90, 5]) {
      truncateSync(journal, left);
      const again = await run('at-once', scenario({ tasksAtOnce: 3 }));
      expect(again.resumed.map(({ run: label }) => label)).toEqual(['coder-yes-no']);
      expect(hashesOf(again.result)).toEqual(single);
      expect(readFileSync(journal).equals(readFileSync(at('journal.bin')))).toBe(true);
    }
  });

  it('is verified after another number of tasks at once was set', async () => {
    const before = hashesOf((await run('retuned', scenario({ tasksAtOnce: 3 }))).result);
    const manifests = (): unknown[] =>
      ['reader', 'coder'].map((agent) => {
        const manifest = readFileSync(at(`retuned/runs/${agent}-yes-no/manifest.json`), 'utf8');
        return (JSON.parse(manifest) as { plan: { tasksAtOnce: number } }).plan.tasksAtOnce;
      });
    for (const tasksAtOnce of [1, 2, 3]) {
      const { result, kept } = await run('retuned', scenario({ tasksAtOnce }));
      expect(kept).toBe(2);
      expect(hashesOf(result)).toEqual(before);
      expect(manifests()).toEqual([1, 3]);
      const verdict = await verifyResult(at('retuned'), { workflows, codeVersion: 'test' });
      expect(verdict).toMatchObject({ verified: 2, findings: [] });
    }
  });

  it('continues with its module’s state, wherever it was interrupted', async () => {
    write(
      'counter.mjs',
      'export const decide = ({ state }) => ((state.asked = (state.asked ?? 0) + 1) % 4 < 2 ? ' +
        "'yes' : 'no');",
    );
    const agents = [{ id: 'counter', kind: 'module', file: 'counter.mjs', trusted: true }];
    const whole = hashesOf((await run('counted', scenario({ agents }))).result);
    const journal = at('counted/runs/counter-yes-no/journal.bin');
    const { length } = readFileSync(journal);
    for (const left of [length - 40, Math.floor(length / 2), 200]) {
      truncateSync(journal, left);
      expect(hashesOf((await run('counted', scenario({ agents }))).result)).toEqual(whole);
    }
  });

  it('is rescored after a solution is corrected, and everything else stays', async () => {
    const before = (await run('whole')).result;
    write(
      'data/solutions.jsonl',
      solutionsOf((id) => (id === 'e' ? 'no' : isVowel(id))),
    );
    const { result: after, kept } = await run('whole');
    expect(kept).toBe(2);
    expect(valuesOf(after.runs[0])).toEqual({ accuracy: 4 / 6 });
    expect(hashesOf(after)).toEqual(hashesOf(before));
    expect(after.tape).toEqual(before.tape);
    expect(after.scenario.solutions).not.toBe(before.scenario.solutions);
    write('data/solutions.jsonl', solutionsOf(isVowel));
  });

  it('keeps solutions off its tape, and off everything that an agent may read', async () => {
    const dataset = await openDataset(at('data'));
    try {
      const [task] = dataset.tasks();
      expect(JSON.stringify(task)).not.toContain('solution');
    } finally {
      await dataset.close();
    }
    write(
      'thief.mjs',
      `import { readFileSync } from 'node:fs';
       export const decide = () => readFileSync(${JSON.stringify(at('data/solutions.jsonl'))}, 'utf8');`,
    );
    const agents = [{ id: 'thief', kind: 'module', file: 'thief.mjs' }];
    const { result } = await run('thief', scenario({ agents }));
    expect(result.runs[0]).toMatchObject({
      figures: { accuracy: { value: 0 } },
      coverage: { failed: 6 },
    });
  });

  it.each([1, 2, 8])(
    'works on three tasks at once in at most %i processes, each of one run',
    async (moduleProcesses) => {
      write(
        'teller.mjs',
        `export const decide = async ({ task }) => {
           console.log(process.pid);
           await new Promise((settle) => setTimeout(settle, 20));
           return 'aeiou'.includes(task.inputs.letter) ? 'yes' : 'no';
         };`,
      );
      const agents = [{ id: 'teller', kind: 'module', file: 'teller.mjs', stateless: true }];
      const processes = new Map<string, Set<string>>();
      const onPrint = (label: string, printed: string): void => {
        const seen = processes.get(label) ?? new Set<string>();
        processes.set(label, seen);
        for (const pid of printed.trim().split('\n')) seen.add(pid);
      };
      const content = scenario({ agents, tasksAtOnce: 3, repeats: 2 });
      const options = { moduleProcesses, onPrint };
      const { result } = await run(`teller-${moduleProcesses}`, content, options);
      for (const one of result.runs) expect(valuesOf(one)).toEqual({ accuracy: 1 });
      const counts = [...processes.values()].map((seen) => seen.size);
      const each = Math.min(moduleProcesses, 3);
      expect(counts).toEqual([each, each]);
      expect(new Set([...processes.values()].flatMap((seen) => [...seen])).size).toBe(2 * each);
    },
  );

  it('may have tasks without a time alone, which nothing comes before', async () => {
    mkdirSync(at('undated'), { recursive: true });
    write(
      'undated/dataset.yaml',
      'name: undated\ncalendar: XNYS\ncurrency: USD\ntasks: { file: t.jsonl }\n',
    );
    write('undated/t.jsonl', lines({ id: 'c', instruction: 'Is c a vowel?' }));
    const { result } = await run('undated-out', scenario({ data: './undated' }));
    expect(result.runs[0]).toMatchObject({
      figures: { accuracy: { value: null, reason: 'no solutions' } },
      coverage: { due: 1, answered: 1 },
    });
    expect(result.scenario.solutions).toBeNull();
    const verdict = await verifyRun(at('undated-out/runs/reader-yes-no'), { workflows });
    expect(verdict.kind).toBe('verified');
  });

  it.each<[string, object, RegExp]>([
    ['an unknown workflow', { workflow: 'charting' }, /line 1: workflow: .*"yes-no"/],
    ['terms of another', { terms: { language: 7 } }, /terms\.language/],
    ['a window', { window: { from: '2025-03-03', to: '2025-03-04' } }, /unknown key "window"/],
    [
      'several at once, of agents that are not stateless',
      { tasksAtOnce: 2, agents: [{ id: 'reader', kind: 'script', file: 'answers.jsonl' }] },
      /tasksAtOnce.*stateless/,
    ],
    [
      'an agent that trades',
      { agents: [{ id: 'hold', kind: 'buy-and-hold' }] },
      /agents, hold: kind/,
    ],
    ['a data set without tasks', { data: 'synthetic-market' }, /data: .*a data set with tasks/],
  ])('with %s is refused before anything is written', async (name, rest, message) => {
    await expect((async () => run(name, scenario(rest)))()).rejects.toThrow(message);
    expect(existsSync(at(name))).toBe(false);
  });

  it('with a solution that its workflow does not know says which, and keeps its runs', async () => {
    write(
      'data/solutions.jsonl',
      solutionsOf((id) => (id === 'c' ? 'perhaps' : 'no')),
    );
    const failure = await run('whole').catch((error: unknown) => String(error));
    expect(failure).toMatch(/solution of task "c": .*; expected yes or no.*the runs are finished/);
    expect(failure).not.toContain('perhaps');
    write('data/solutions.jsonl', solutionsOf(isVowel));
    expect((await run('whole')).kept).toBe(2);
  });
});
