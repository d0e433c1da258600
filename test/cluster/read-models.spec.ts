/** The read models in Postgres keep the contract of the embedded ones. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractPlace } from '#read-models/tables/contract-place.fixture';
import { describeReadModels } from '#read-models/tables/read-models.contract.fixture';
import type { ReadModels } from '#read-models';
import { openEmbeddedReadModels } from '#read-models/embedded/open-embedded-read-models';
import { openPostgresReadModels } from '#read-models/postgres/open-postgres-read-models';
import { openSchema, schemaNames } from '#read-models/postgres/postgres-schemas';
import { openPostgresStore } from '#read-models/postgres/postgres-store';
import { readsAsWritten } from '#read-models/sql/written-values.fixture';
import { sampleBatches } from '#read-models/sample-messages.fixture';
import { ownDatabase } from './servers-once.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = temporaryFolder('read-models');
let url: string;
let places = 0;

beforeAll(async () => {
  url = await ownDatabase();
});

async function postgresPlace(): Promise<ContractPlace> {
  const schema = `place_${++places}`;
  const opened: ReadModels[] = [];
  return {
    async open(options = {}) {
      const models = await openPostgresReadModels({ url, schema, ...options });
      opened.push(models);
      return models;
    },
    async schemaDifferences() {
      const { live, control } = schemaNames(schema);
      const statements: string[] = [];
      for (const [name, tables] of [
        [live, 'projections'],
        [control, 'control'],
      ] as const) {
        const source = await openSchema(url, name, tables);
        const { upQueries } = await source.driver.createSchemaBuilder().log();
        statements.push(...upQueries.map(({ query }) => query));
        await source.destroy();
      }
      return statements;
    },
    async makeForeign() {
      const { live } = schemaNames(schema);
      const source = await openSchema(url, live, 'projections');
      await source.query(`UPDATE "${live}".migrations SET name = 'Other1'`);
      await source.destroy();
    },
    async dispose() {
      for (const models of opened) await models.close().catch(() => undefined);
    },
  };
}

describeReadModels('Postgres', postgresPlace);

describe('read models in Postgres', () => {
  it('read what they wrote', async () => {
    const store = await openPostgresStore(url, 'written');
    await expect(readsAsWritten(store)).resolves.toBeUndefined();
    await store.close();
  });

  it('equal the embedded ones, row by row', async () => {
    const place = await postgresPlace();
    const far = await place.open();
    const near = await openEmbeddedReadModels({ folder: `${data}/near` });
    for (const batch of sampleBatches([3, 1])) {
      await far.project(batch);
      await near.project(batch);
    }
    const comparisons = await far.compare(near);
    expect(comparisons.filter(({ difference }) => difference !== null)).toEqual([]);
    expect(comparisons.find(({ table }) => table === 'journal')?.rows).toBe(27);
    await near.close();
    await place.dispose();
  });

  it('takes each message once from two processes that both believe to own a partition', async () => {
    const place = await postgresPlace();
    const one = await place.open();
    const other = await place.open();
    for (const batch of sampleBatches([1])) {
      await Promise.all([one.project(batch), other.project(batch)]);
    }
    const alone = await postgresPlace();
    const undisturbed = await alone.open();
    for (const batch of sampleBatches()) await undisturbed.project(batch);
    const comparisons = await one.compare(undisturbed);
    expect(comparisons.filter(({ difference }) => difference !== null)).toEqual([]);
    await place.dispose();
    await alone.dispose();
  });
});
