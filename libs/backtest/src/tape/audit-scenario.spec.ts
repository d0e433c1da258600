/**
 * Folders of filing packages: as a market at an instant, and with the file of cases that a
 * scenario names.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { parseInstant, requireCivilDate, sha256Hex, type Instant } from '#values';
import { auditPrompt } from '#contracts/result/audit-case';
import type { TaskScenario } from '#contracts/scenario/scenario';
import {
  acceptedTimes,
  folderWith,
  jsonl,
  twoCases,
  twoPackages,
} from '#market-data/xbrl/xbrl-folder.fixture';
import { allWorkflows, taskWorkflow } from '#workflows';
import { loadScenario } from './load-scenario.js';
import { openMarket, type When } from './open-market.js';
import { openScenarioTape, resolveReference } from './scenario-tape.js';

const accepted = { 'XBRL/accepted.jsonl': jsonl(acceptedTimes) };
const cases = { 'cases.jsonl': jsonl(twoCases) };

const checking = taskWorkflow({
  name: 'checking',
  hasCases: true,
  terms: z.strictObject({}),
  answer: z.string(),
  solution: z.unknown(),
  score: () => ({}),
});
const workflows = new Map([...allWorkflows, [checking.name, checking]]);

function load(folder: string, changes: object): TaskScenario {
  const path = join(folder, 'scenario.json');
  const agents = [{ id: 'a', kind: 'external' }];
  const written = { name: 'audit', data: 'data', workflow: 'checking', agents, ...changes };
  writeFileSync(path, JSON.stringify(written));
  return loadScenario(path, workflows).scenario as TaskScenario;
}

describe('a market of filing packages', () => {
  const at = (text: string): When => ({ instant: parseInstant(text, null) as Instant });
  const names = ['10k-abc-20230930', '10q-x-y-20240331', 'us-gaap-2023'];

  it.each<[string, object, When, number[]]>([
    ['all of it, without acceptance times', {}, 'end', [0, 1, 2]],
    ['all of it on any day, without acceptance times', {}, at('1999-01-04T00:00:00Z'), [0, 1, 2]],
    ['all of it, at the end', accepted, 'end', [0, 1, 2]],
    ['what was accepted by an instant', accepted, at('2023-11-02T22:08:27Z'), [0, 2]],
    ['nothing that was accepted later', accepted, at('2023-11-02T22:08:26.999999Z'), [2]],
    [
      'what was accepted by a date',
      accepted,
      { date: requireCivilDate('2024-05-02', '') },
      [0, 1, 2],
    ],
    [
      'nothing accepted after its close',
      accepted,
      { date: requireCivilDate('2023-11-02', '') },
      [2],
    ],
  ])('shows %s', async (_, times, when, known) => {
    const market = await openMarket(folderWith({ ...twoPackages, ...times }));
    const { view } = market.at(when);
    const filings = view.symbols.flatMap((symbol) => view.filings(symbol));
    expect(filings.map(({ accession }) => accession).sort()).toEqual(
      known.map((one) => names[one]),
    );
    expect(view.document(sha256Hex('<schema>2023</schema>'))).toBe('<schema>2023</schema>');
    await market.close();
  });
});

describe('a scenario of cases', () => {
  it('has data and file as one reference, and is read again as it was', () => {
    const folder = folderWith({});
    const loaded = load(folder, { tasks: 'cases.jsonl' });
    expect(loaded.data).toBe('data#cases.jsonl');
    expect(loaded).not.toHaveProperty('tasks');
    expect(load(folder, { data: loaded.data })).toEqual(loaded);
    const solved = load(folder, { tasks: 'prompts.txt', solutions: 'gold.jsonl' });
    expect(solved.data).toBe('data##prompts.txt#gold.jsonl');
    expect(() => load(folder, { solutions: 'gold.jsonl' })).toThrow(/unknown key "solutions"/);
    expect(() => load(folder, { tasks: 'a#b' })).toThrow(/tasks: expected the path of a file/);
    expect(() => load(folder, { workflow: 'insights', tasks: 'a' })).toThrow(/unknown key "tasks"/);
  });

  it('finds the file beside itself first, then in the data folder', () => {
    const folder = folderWith({ 'data/cases.jsonl': '', 'data/XBRL/a': '', 'beside.jsonl': '' });
    const data = join(folder, 'data');
    expect(resolveReference('data#cases.jsonl', folder)).toBe(`${data}#cases.jsonl`);
    const beside = `${data}#${join(folder, 'beside.jsonl')}`;
    expect(resolveReference('data#beside.jsonl', folder)).toBe(beside);
    expect(resolveReference(beside, '/')).toBe(beside);
    const both = `${data}##${join(folder, 'beside.jsonl')}#cases.jsonl`;
    expect(resolveReference('data##beside.jsonl#cases.jsonl', folder)).toBe(both);
    expect(resolveReference(both, '/')).toBe(both);
    expect(resolveReference('synthetic-market', folder)).toBe('synthetic-market');
  });

  it('has a tape with filings and tasks, and no solution', async () => {
    const { data, ...files } = { data: folderWith({ ...twoPackages, ...accepted }), ...cases };
    const folder = folderWith(files);
    const scenario = load(folder, { data, tasks: 'cases.jsonl' });
    const { dataset, header, reference } = await openScenarioTape(scenario, folder);
    expect(reference).toBe(`${data}#${join(folder, 'cases.jsonl')}`);
    expect(header.instruments.map(({ symbol }) => symbol)).toEqual(['abc', 'us-gaap', 'x-y']);
    expect(dataset.tasks().map(({ task }) => task.id)).toEqual(['two', 'one']);
    expect(dataset.solutions()?.byTask.size).toBe(2);
    await dataset.close();
  });

  it('may have its solutions in a second file, each of a case', async () => {
    const data = folderWith(twoPackages);
    const questions = twoCases.map(({ id, filing_name, ticker, issue_time, concept_id, period }) =>
      auditPrompt(id, { filing_name, ticker, issue_time, concept_id, period }),
    );
    const prompts = questions.map((line) => `${line} The data is at {env_dir}.`).join('\n');
    const gold = jsonl(twoCases);
    const open = async (files: Readonly<Record<string, string>>) => {
      const folder = folderWith(files);
      const [tasks, solutions] = Object.keys(files);
      const { dataset } = await openScenarioTape(load(folder, { data, tasks, solutions }), folder);
      onTestFinished(() => dataset.close());
      return dataset;
    };
    const dataset = await open({ 'prompts.txt': prompts, 'gold.jsonl': gold });
    expect(dataset.tasks().map(({ task }) => task.id)).toEqual(twoCases.map(({ id }) => id));
    expect(dataset.solutions()?.byTask.size).toBe(2);
    const single = await open({ 'prompts.txt': prompts });
    expect(await dataset.contentHash()).toBe(await single.contentHash());
    const other = await open({ 'p.txt': prompts, 'g.jsonl': `${gold}{"id":"two"}\n` });
    expect(() => other.solutions()).toThrow(/^g\.jsonl line 3: expected_extracted: the solution/);
    const twice = open({ 'cases.jsonl': gold, 'gold.jsonl': gold });
    await expect(twice).rejects.toThrow('cases.jsonl: two files have solutions of the cases');
    await expect(open({ 'cases.jsonl': prompts, 'gold.jsonl': '' })).resolves.toBeDefined();
  });
});
