/** What comes from outside: folders with links, archives of servers. */

import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importedReports } from '#herculean/reports/import-reports';
import { readReports } from '#herculean/reports/report-files';
import { caseFolder } from './case-run.fixture.js';

it('refuses reports that are links out of their folder', () => {
  const folder = caseFolder('2026-11/report-folder-link');
  const run = join(folder, 'res', 'report_generation_ALDR_m1');
  // The case cannot hold its link: this file says where it leads.
  const [name = ''] = readFileSync(join(run, 'LINK.txt'), 'utf8').split(' -> ');
  const secret = join(folder, 'secret.md');
  writeFileSync(secret, '# Secret\n\nRating: BUY\n');
  symlinkSync(secret, join(run, name));
  const refused = expect.objectContaining({ code: 'InvalidInput', where: name });
  for (const read of [readReports, importedReports]) {
    expect(() => read(join(folder, 'res'))).toThrow(refused);
    expect(() => read(run)).toThrow(refused);
  }
  rmSync(join(run, name));
  writeFileSync(join(run, name), '# Report\n\nRating: BUY\n');
  expect(readReports(join(folder, 'res'))).toHaveLength(1);
});
