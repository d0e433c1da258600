/**
 * Takes the picture of the README: the first screen of the hello example's report, 1600 × 900. What
 * its figures read is kept inside the file, so that a gate can compare them with the table that the
 * README prints. Needs Chromium.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '..');
/** Signature and header chunk of a PNG. */
const headBytes = 33;

/** The picture with an international text chunk after its header (PNG, third edition, 11.3.3.4). */
function withText(png: Buffer, keyword: string, text: string): Buffer {
  // Not compressed, without a language and a translated keyword.
  const data = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return Buffer.concat([png.subarray(0, headBytes), chunk, png.subarray(headBytes)]);
}

const folder = mkdtempSync(join(tmpdir(), 'tapefold-picture-'));
const program = join(root, 'dist/program/tapefold.js');
const scenario = join(root, 'examples/01-hello-backtest/scenario.yaml');
execFileSync(process.execPath, [program, 'run', scenario, '--out', folder], { stdio: 'ignore' });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  const rows = await page.locator('main table').first().locator('tbody tr').allInnerTexts();
  // The second line of a cell is the interval of its figure.
  const cells = rows.map((row) => row.split('\t').map((cell) => cell.split('\n')[0]));
  const picture = withText(await page.screenshot(), 'Figures', JSON.stringify(cells));
  writeFileSync(join(root, 'docs/images/report.png'), picture);
  process.stdout.write(`docs/images/report.png: ${rows.length} rows\n`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
