/** A data set from files that a test writes, with everything read from it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, read } from '../open/vendor-exports.fixture.js';
import { initDataset, type InitOptions } from './init-dataset.js';

export async function init(files: Record<string, string | Uint8Array>, options: InitOptions = {}) {
  const path = folder(files);
  const out = join(path, 'set');
  await initDataset(
    Object.keys(files).map((name) => join(path, name)),
    out,
    options,
  );
  return { ...(await read(out)), manifest: readFileSync(join(out, 'dataset.yaml'), 'utf8') };
}
