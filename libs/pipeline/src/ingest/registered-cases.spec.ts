/**
 * Services open the data and file of cases under the name of a registered folder: facts, texts
 * and solutions.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { openDataset } from '#market-data';
import { folderWith, jsonl, twoCases, twoPackages } from '#market-data/xbrl/xbrl-folder.fixture';
import { OpenedDatasets } from './opened-datasets.js';
import { registeredDocuments } from './registered-documents.js';
import { registeredSolutions } from '../scoring/registered-solutions.js';
import { sumsSubmitted } from '../sums.fixture.js';

const dataset = 'audits#cases.jsonl';

/** A registered folder, and a run over its cases. */
async function audits() {
  const folder = folderWith({ ...twoPackages, 'cases.jsonl': jsonl(twoCases) });
  const opened = await openDataset(`${folder}#cases.jsonl`);
  const data = await opened.contentHash();
  await opened.close();
  const run = sumsSubmitted('a'.repeat(64));
  const submitted = { ...run, dataset, plan: { ...run.plan, data } };
  return { folder, data, submitted, places: new Map([['audits', folder]]) };
}

it('reads solutions and texts by name', async () => {
  const { submitted, places } = await audits();
  const solutions = await registeredSolutions(places)(submitted);
  expect([...(solutions?.byTask.keys() ?? [])]).toEqual(['one', 'two']);
  const documents = await registeredDocuments(places)(submitted);
  expect(documents.get(sha256Hex('<xbrl>x-y</xbrl>'))).toBe('<xbrl>x-y</xbrl>');
});

it('finds out that a filing has changed while it was read', async () => {
  const { folder, data, places } = await audits();
  const lease = await new OpenedDatasets(places).lease(dataset, data);
  await lease.requireUnchanged();
  expect(lease.dataset.tasks().map(({ task }) => task.id)).toEqual(['one', 'two']);
  writeFileSync(join(folder, 'XBRL/10q-x-y-20240331/x-y.xsd'), '<schema>other</schema>');
  await expect(lease.requireUnchanged()).rejects.toThrow('has changed while it was read');
  lease.release();
});

it('says no place of a folder that is gone or of a file that leads out', async () => {
  const { data } = await audits();
  const gone = new Map([['audits', '/nowhere/of/audits']]);
  const error: unknown = await new OpenedDatasets(gone)
    .lease(dataset, data)
    .catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'InvalidInput' });
  expect(String(error)).not.toContain('/nowhere');
  const upwards = new OpenedDatasets(gone).lease('audits#../cases.jsonl', data);
  await expect(upwards).rejects.toThrow('a file directly inside it');
});
