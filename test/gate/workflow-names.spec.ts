/**
 * Outside their own room, product lines name no workflow, import from no workflow's folder, and
 * never ask which kind of work they have, except at the places below.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allWorkflows } from '#workflows';

const root = join(import.meta.dirname, '../..');

/** How many lines may name a workflow, or import from its folder, by file. */
type Allowed = Readonly<Record<string, Readonly<Record<string, number>>>>;

const allowedNames: Allowed = {
  'schemas of scenarios, plans and records that were published': {
    'libs/contracts/src/scenario/scenario.ts': 4,
    'libs/contracts/src/streams/runs.ts': 1,
    'libs/contracts/src/scenario/trading-terms.ts': 1,
  },
  'published layouts of HERCULEAN': {
    'apps/cli/src/commands/groups/submission-commands.ts': 3,
    'libs/herculean/src/rescore/herculean-streams.ts': 2,
  },
  'words of tables': {
    'libs/report/src/table/paper-blocks.ts': 8,
    'libs/report/src/pages/rescore-page.ts': 1,
    'libs/report/src/words/run-words.ts': 1,
    'libs/report/src/sections/scenario-section.ts': 1,
  },
  'names of commands': { 'apps/cli/src/commands/groups/task-commands.ts': 2 },
};

const allowedImports: Allowed = {
  'verbs of one kind of work': {
    'apps/cli/src/commands/serving/mcp.ts': 1,
    'apps/cli/src/research/questions.ts': 1,
    'apps/cli/src/research/score.ts': 3,
    'apps/cli/src/research/synth.ts': 6,
  },
  'judging, which is a run over the answers of another': {
    'libs/judging/src/derive-again.ts': 2,
    'libs/judging/src/grading-stages.ts': 3,
    'libs/judging/src/judged-answers.ts': 1,
    'libs/judging/src/judging-data.ts': 1,
    'libs/judging/src/rubric-data.ts': 2,
  },
  'environments for the tasks of a benchmark': {
    'libs/backtest/src/harbor/environment-files.ts': 1,
  },
  'files of HERCULEAN': {
    'libs/herculean/src/reports/import-reports.ts': 3,
    'libs/herculean/src/reports/report-files.ts': 4,
    'libs/herculean/src/submit/submit-auditing.ts': 1,
  },
  'the process of a module, which follows a market by itself': {
    'libs/backtest/src/module-process/followed-run.ts': 2,
  },
  'the state of an attacked desk': { 'libs/red-team/src/peek/recorded-calls.ts': 1 },
};

const names = [...allWorkflows.keys()].join('|');
/** As a text, or as a key of an object. */
const name = new RegExp(`'(?:${names})'|^\\s*(?:${names}):`);

/** Folders of the room that are no workflow's own: the interface, and work on tasks in general. */
const shared = ['workflow', 'tasks', 'golden-texts'];
const folders = readdirSync(join(root, 'libs/workflows/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !shared.includes(entry.name))
  .map((entry) => entry.name);
const imported = new RegExp(`'#workflows/(?:${folders.join('|')})/`);

/** A question which of two kinds of work it is. */
const guard = /\bis(?:Trading|Task)(?:Plan|Scenario|Result)\b|\bkind: '(?:trading|tasks)'/;

function filesBelow(isProduct: boolean): string[] {
  const pattern = isProduct ? /(?<!\.spec|\.fixture)\.ts$/ : /\.ts$/;
  return ['apps', 'libs'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && pattern.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((file) => !/^libs\/workflows\/|^apps\/cli\/src\/retrieval\/|\/test\//.test(file)),
  );
}

function counted(files: readonly string[], pattern: RegExp): Record<string, number> {
  const found = files.map((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return [file, lines.filter((line) => pattern.test(line)).length] as const;
  });
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

const flat = (allowed: Allowed) =>
  Object.assign({}, ...Object.values(allowed)) as Record<string, number>;

describe('names of workflows', () => {
  const product = filesBelow(true);

  it('are only where they are allowed', () => {
    expect(counted(product, name)).toEqual(flat(allowedNames));
  });

  it('are imported only where they are allowed', () => {
    expect(counted(product, imported)).toEqual(flat(allowedImports));
  });

  it('are found', () => {
    expect(name.test("if (workflow === 'hedging') return 1;")).toBe(true);
    expect(name.test("  hedging: 'pair-close',")).toBe(true);
    expect(imported.test("import { pair } from '#workflows/hedging/pair-fold';")).toBe(true);
    expect(imported.test("import { pair } from '#workflows/workflow/workflow';")).toBe(false);
    expect(Object.keys(counted(product, name)).length).toBeGreaterThan(9);
  });
});

describe('the kind of work', () => {
  it('is asked nowhere outside of the workflows', () => {
    expect(counted(filesBelow(false), guard)).toEqual({});
  });

  it('is found where it is asked', () => {
    expect(guard.test('if (!isTradingPlan(plan)) return;')).toBe(true);
    expect(guard.test('const isTask = isTaskPlan;')).toBe(true);
    expect(guard.test("return { kind: 'tasks', figures };")).toBe(true);
    expect(guard.test("return { kind: 'task', figures };")).toBe(false);
  });
});
