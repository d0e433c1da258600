/**
 * Writes the tables of zones and calendars again, from the libraries that
 * scripts/calendars/requirements.txt pins, and prints what changed.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeChanges } from './calendars/changes.ts';
import { readTable, writeTable, type Table } from './calendars/table-file.ts';

const folder = 'scripts/calendars';

interface Tables {
  readonly zones: readonly string[];
  readonly calendars: readonly string[];
  /** The library and its version. */
  readonly zonesOf: string;
  readonly calendarsOf: string;
}

function tablesOfLibraries(): Tables {
  const environment = mkdtempSync(join(tmpdir(), 'tapefold-calendars-'));
  try {
    const python = join(environment, 'bin', 'python');
    execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' });
    const quiet = ['--quiet', '--disable-pip-version-check'];
    const from = ['--requirement', `${folder}/requirements.txt`];
    execFileSync(python, ['-m', 'pip', 'install', ...quiet, ...from], { stdio: 'inherit' });
    const made = spawnSync(python, [`${folder}/tables.py`], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      // A line for each calendar, as they take minutes.
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (made.status !== 0) throw new Error(`${folder}/tables.py ended with ${made.status}`);
    return JSON.parse(made.stdout) as Tables;
  } finally {
    rmSync(environment, { recursive: true, force: true });
  }
}

/** The names and zones of the calendars, without their sessions: what a schema has to know. */
function zonesSource(calendars: readonly string[]): string {
  const rows = calendars.map((line) => {
    const [name, zone] = line.split('|');
    return `  ${name}: '${zone}',`;
  });
  return [
    '/** Exchanges with a calendar, by their MIC (ISO 10383), and their zones. Written by `npm ' +
      'run calendars`. */',
    '',
    'export const exchangeZones = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

const made = tablesOfLibraries();
const written: readonly Table[] = [
  {
    path: 'libs/values/src/zones/zone-table.ts',
    constant: 'zoneTable',
    title: `The clocks of all zones since 1970, from ${made.zonesOf}`,
    lines: made.zones,
  },
  {
    path: 'libs/market-data/src/calendar/exchange-table.ts',
    constant: 'exchangeTable',
    title: `The sessions of exchanges, from ${made.calendarsOf}, see NOTICE`,
    lines: made.calendars,
  },
];
for (const table of written) {
  const before = readTable(table.path);
  for (const change of describeChanges(before, table.lines)) console.log(change);
  const bytes = await writeTable(table);
  console.log(`${table.path}: ${table.lines.length} lines, ${bytes} bytes`);
}
writeFileSync('libs/contracts/src/facts/exchange-zones.ts', zonesSource(made.calendars));
