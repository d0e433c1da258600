/**
 * What is read of reports and of each of their parts, and every deduction with its line: what is
 * read differently has to be seen. `npx vitest run
 * libs/workflows/src/insights/report/report-readings.spec.ts --update` writes them again.
 */

import { expect, it } from 'vitest';
import { variantLine, variantsOf } from '#values/text-variants.fixture';
import { evidenceFidelity } from '../evidence/evidence-fidelity.js';
import { linkerOf } from '../evidence/link-numbers.js';
import { sentencesIn } from '../evidence/sentences.js';
import { metricIn, readMetrics } from './metrics-table.js';
import { parseReport } from './parse-report.js';
import { readHeader, readRating, readSectionRating } from './report-header.js';
import { emphasisDefects, reportLines, truncationOf, type Line } from './report-lines.js';
import { metrics } from './report.fixture.js';
import {
  cells,
  edits,
  endings,
  evidence,
  fences,
  headers,
  linked,
  titles,
} from './report-texts.fixture.js';
import { metadataAccuracy, quantitativeAlignment, structureAndFormat } from './score-report.js';
import { matchTitle } from './section-titles.js';
import { writeReport } from './write-report.js';
import { datesIn } from './written-dates.js';

const file = { symbol: 'MSFT', date: '2026-01-30', model: 'gpt-5.4' };
const report = writeReport({ symbol: 'MSFT', model: 'GPT-5.4', rating: 'SELL', metrics });
const call = (tool: string, result: unknown) => ({ tool, args: {}, result, error: null });
const calls = [
  call('get_weekly_metrics', metrics),
  call('submit_answer', { echo: 77.7 }),
  ...evidence.map(({ tool, result }) => call(tool, result)),
];
const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

const linesOf = (text: string): Line[] =>
  text.split('\n').map((one, at) => ({ number: at + 1, text: one }));

function scored(text: string): string[] {
  const parsed = parseReport(text);
  const { sections, symbol, model, weekEnding, rating, ratings, defects, dates } = parsed;
  const { numbers: _, ...fidelity } = {
    numbers: [],
    ...evidenceFidelity(text, { ...file, calls }),
  };
  return [
    json({ symbol, model, weekEnding, rating, ratings, dates }),
    json(sections.map(({ line, title, section }) => `${line} ${section} ${title}`)),
    ...defects.map((one) => json(one)),
    ...[quantitativeAlignment(parsed, metrics), structureAndFormat(parsed)].map(json),
    ...[metadataAccuracy(parsed, file), fidelity].map(json),
  ];
}

const told = <T>(all: readonly T[], read: (one: T) => readonly unknown[]): string => {
  const lines = all.flatMap((one) => [
    json(one),
    ...read(one).map((line) => `  ${typeof line === 'string' ? line : json(line)}`),
  ]);
  return `${lines.join('\n')}\n`;
};

it.each<[string, () => string]>([
  ['report', () => `${report}\n${told([report.length], () => scored(report))}`],
  [
    'edits',
    () =>
      told(edits, ([from, to]) => {
        const text = report.replace(new RegExp(from), to);
        return text === report ? ['nothing to edit'] : scored(text);
      }),
  ],
  [
    'without-a-line',
    () =>
      told(report.split('\n'), (line) => {
        const parsed = parseReport(report.replace(`${line}\n`, ''));
        const { defects } = parsed;
        return [defects, quantitativeAlignment(parsed, metrics), structureAndFormat(parsed).score];
      }),
  ],
  [
    'headers',
    () => told(headers, (text) => [readHeader(linesOf(text)), readRating(linesOf(text))]),
  ],
  ['bold-ratings', () => told(headers, (text) => [readSectionRating(linesOf(text))])],
  ['titles', () => told(titles, (title) => [matchTitle(title)])],
  ['cells', () => told(cells, (row) => [metricIn(row), readMetrics(linesOf(`|-|\n${row}`))])],
  [
    'endings',
    () => told(endings, (text) => [truncationOf(linesOf(text)), emphasisDefects(linesOf(text))]),
  ],
  ['fences', () => told(fences, (text) => [reportLines(text)])],
  ['dates', () => told([...headers, ...linked], (text) => [datesIn(text)])],
  ['sentences', () => told(linked, (text) => [sentencesIn(text)])],
  ['numbers', () => told(linked, (text) => [linkerOf(calls)(text)])],
  [
    'claims',
    () =>
      told(linked, (text) => {
        const all = ['News & Catalysts', 'Risk Factors'].map((title) => {
          const found = evidenceFidelity(
            `## Executive Summary\n\nWell.\n\n## ${title}\n\n${text}`,
            {
              ...file,
              calls,
            },
          );
          return 'numbers' in found ? { ...found, numbers: found.numbers.length } : found;
        });
        return all;
      }),
  ],
])('of %s this is read', async (name, read) => {
  await expect(read()).toMatchFileSnapshot(`./golden-reports/${name}.txt`);
});

const variantsOfEach = 8;
const reportLineTexts = report.split('\n').filter((line) => line !== '');

it.each<[string, readonly string[], (text: string) => unknown]>([
  ['headers', headers, (text) => [readHeader(linesOf(text)), readRating(linesOf(text))]],
  ['cells', cells, (row) => [metricIn(row), readMetrics(linesOf(`|-|\n${row}`))]],
  ['titles', titles, matchTitle],
  ['endings', endings, (text) => [truncationOf(linesOf(text)), emphasisDefects(linesOf(text))]],
  ['fences', fences, reportLines],
  ['linked', linked, (text) => [datesIn(text), sentencesIn(text), linkerOf(calls)(text)]],
])('of variants of %s this is read', async (name, texts, read) => {
  const lines = texts.map((text, number) =>
    variantLine(text, variantsOf(texts, number, variantsOfEach).map(read)),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    `./golden-reports/${name}-variants.txt`,
  );
});

it('of reports with a variant of a line this is read', async () => {
  const lines = reportLineTexts.map((line, number) => {
    const variants = variantsOf(reportLineTexts, number, 3);
    return variantLine(
      line,
      variants.map((variant) => scored(report.replace(line, () => variant))),
    );
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-reports/line-variants.txt');
});
