/** Packages that services need are loaded only by the commands that start or reach services. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../dist/program/', import.meta.url));

/** Packages that a built file imports, with those of the parts that it imports in turn. */
function packagesOf(name: string): string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b[^;'"]*?(?:from ?)?["']([^"']+)["']/gm,
    );
    for (const [, to = ''] of imports) {
      if (to.startsWith('.')) visit(join(dirname(file), to));
      else if (!to.startsWith('node:')) packages.add(to);
    }
  };
  visit(join(program, name));
  return [...packages].sort();
}

it.each([
  'tapefold.js',
  'shard-worker.js',
  'parse-worker.js',
  'part-run.mjs',
  'part-cluster-submit.mjs',
])('%s loads no package but those that it includes', (file) => {
  expect(packagesOf(file)).toEqual([]);
});

it('serve loads the services, and no client of a broker or of a database server', () => {
  const packages = packagesOf('part-serve.mjs');
  expect(packages).toEqual(expect.arrayContaining(['@nestjs/core', 'typeorm']));
  for (const name of ['kafkajs', 'pg', 'pg-copy-streams']) expect(packages).not.toContain(name);
});
