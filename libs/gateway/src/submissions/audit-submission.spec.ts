/** Scenarios of audit cases from outside: they name data and file, and neither is a path. */

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { taskScenarioSchema } from '#contracts/scenario/scenario';
import { folderWith, jsonl, twoCases, twoPackages } from '#market-data/xbrl/xbrl-folder.fixture';
import { planSubmission } from './plan-submission.js';
import { scenario, workflows } from './task-dataset.fixture.js';

const folder = folderWith({ ...twoPackages, 'cases.jsonl': jsonl(twoCases), 'sub/a.jsonl': '' });
const outside = folderWith({ 'cases.jsonl': jsonl(twoCases) });
symlinkSync(join(outside, 'cases.jsonl'), join(folder, 'link.jsonl'));
const datasets = new Map([['audits', folder]]);

const planned = (data: string) =>
  planSubmission(
    { ...taskScenarioSchema.parse(scenario), data },
    { datasets, runsMax: 100, speed: 'max', workflows },
  );

describe('a file of cases of a registered data set', () => {
  it('makes a tape that names data and file', async () => {
    const { tape } = await planned('audits#cases.jsonl');
    expect(tape).toMatchObject({ dataset: 'audits#cases.jsonl', tasks: true });
    const symbols = tape.header.instruments.map(({ symbol }) => symbol);
    expect(symbols).toEqual(['abc', 'us-gaap', 'x-y']);
  });

  it.each([
    ['a path', 'audits#sub/a.jsonl', /a file directly inside it/],
    ['a path upwards', 'audits#../cases.jsonl', /a file directly inside it/],
    ['the folder above', 'audits#..', /a file directly inside it/],
    ['an absolute path', `audits#${join(outside, 'cases.jsonl')}`, /a file directly inside it/],
    ['a link that leads out', 'audits#link.jsonl', /a link leads out of its folder/],
    ['a file that is not there', 'audits#none.jsonl', /no such file of tasks/],
    ['an unregistered folder', `${folder}#cases.jsonl`, /no data set is registered/],
    ['no file', 'audits', /there is nothing to do/],
  ])('is not %s', async (_, data, refused) => {
    const error: unknown = await planned(data).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'InvalidInput' });
    expect(String(error)).toMatch(refused);
    // A message may repeat what was sent, but reveals no other location.
    const sent = [data, data.slice(data.indexOf('#') + 1)];
    const told = sent.reduce((text, part) => text.replace(part, ''), String(error));
    expect([folder, outside].filter((place) => told.includes(place))).toEqual([]);
  });
});
