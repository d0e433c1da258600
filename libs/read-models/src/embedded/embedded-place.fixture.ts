/** Read models in folders of their own, for tests. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadModels } from '../tables/read-models.js';
import type { ContractPlace } from '../tables/contract-place.fixture.js';
import { openEmbeddedReadModels } from './open-embedded-read-models.js';
import { openForWriting } from './sqlite-data-source.js';

export async function embeddedPlace(): Promise<ContractPlace & { readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'read-models-'));
  const opened: ReadModels[] = [];
  return {
    folder,
    async open(options = {}) {
      const models = await openEmbeddedReadModels({ folder, ...options });
      opened.push(models);
      return models;
    },
    async schemaDifferences() {
      const statements: string[] = [];
      for (const tables of ['projections', 'control'] as const) {
        const source = await openForWriting(join(folder, `${tables}.sqlite`), tables);
        const { upQueries } = await source.driver.createSchemaBuilder().log();
        statements.push(...upQueries.map(({ query }) => query));
        await source.destroy();
      }
      return statements;
    },
    async makeForeign() {
      const source = await openForWriting(join(folder, 'projections.sqlite'), 'projections');
      await source.query(`UPDATE migrations SET name = 'Other1'`);
      await source.destroy();
    },
    async dispose() {
      for (const models of opened) await models.close().catch(() => undefined);
      rmSync(folder, { recursive: true });
    },
  };
}
