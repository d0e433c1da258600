/**
 * Writes the generated pages of docs/reference: the event catalogue and the JSON Schemas. Run it as
 * `npm run docs`.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { referenceFiles } from './reference/reference-files.ts';

for (const [path, content] of await referenceFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`wrote ${path}`);
}
