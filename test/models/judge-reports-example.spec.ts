/** The example of reports that models judge runs as its how-to shows it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { misplaced, shownIn } from '../e2e/shown-commands.fixture.js';
import { copyOf, filesOf, shown, startLlmock } from './example-commands.fixture.js';

const example = '15-judge-reports';
const page = readFileSync('docs/how-to/judge-your-own-reports.md', 'utf8');
const { blocks, shown: commands } = shownIn(page);

/** Rows of a page of ours by their cells, and of tables in Markdown. */
const rowsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>([^]*?)<\/t[dh]>/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]*>/g, '').trim(),
    ),
  );
const quotedRows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('how to judge reports of your own', () => {
  it('quotes the files of the example', () => {
    const quoted = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);
    expect(quoted.sort()).toEqual(filesOf(example, ['.yaml']).sort());
    const files = filesOf(example, ['.jsonl']).join('');
    const lines = blocks
      .filter(({ language }) => language === 'json')
      .flatMap(({ text }) => text.trim().split('\n'));
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(files).toContain(line);
  });

  it('prints what it shows, and has its tables in the report', async () => {
    expect(commands.map(([command]) => command.split(' ')[0])).toEqual([
      'import',
      'run',
      'judge',
      'judge',
      'judge',
      'replay',
    ]);
    const copy = await copyOf(example, [4010]);
    await startLlmock(copy.portOf(4010), join(copy.folder, 'script.json'));
    for (const [command, lines] of commands) {
      const { code, out, err } = await shown(command, copy);
      expect(code, `${command}\n${err}`).toBe(0);
      expect(misplaced(out, lines), `${command}\n${out}`).toEqual([]);
    }
    const report = join(copy.home, 'tapefold-runs/judge-reports-judged/report.html');
    // Times differ from run to run.
    const timed = new Set(['Time, ms', 'Tokens']);
    const rows = new Set<string>();
    let left: number[] = [];
    for (const cells of rowsOf(readFileSync(report, 'utf8'))) {
      if (['Judge', 'Alpha', 'Kappa'].some((header) => cells.includes(header)))
        left = cells.flatMap((cell, at) => (timed.has(cell) ? at : []));
      rows.add(cells.filter((_, at) => !left.includes(at)).join('|'));
    }
    expect(quotedRows.length).toBeGreaterThan(15);
    expect(quotedRows.map((cells) => cells.join('|')).filter((row) => !rows.has(row))).toEqual([]);
  });
});
