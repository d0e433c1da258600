/** Tests of references that name a folder and a file of cases. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { casesReference, pathsOf, registeredPlace, splitCases } from './cases-reference.js';

describe('a reference to cases', () => {
  it.each([
    ['data#cases.jsonl', { data: 'data', file: 'cases.jsonl' }],
    ['/a#b#cases.jsonl', { data: '/a#b', file: 'cases.jsonl' }],
    ['/a#b#/a#b/cases.jsonl', { data: '/a#b', file: '/a#b/cases.jsonl' }],
    ['data##p.txt#gold.jsonl', { data: 'data', file: 'p.txt', solutions: 'gold.jsonl' }],
    ['/a#b##/c/p.txt#/d/g', { data: '/a#b', file: '/c/p.txt', solutions: '/d/g' }],
    ['/data', undefined],
    ['data#', undefined],
    ['#cases.jsonl', undefined],
  ])('%s is split', (reference, parts) => {
    const found = splitCases(reference);
    expect(found).toEqual(parts);
    if (found !== undefined) expect(casesReference(found)).toBe(reference);
  });

  it('is hidden with folder and file', () => {
    expect(pathsOf('/data')).toEqual(['/data']);
    expect(pathsOf('/data#c.jsonl')).toEqual(['/data#c.jsonl', '/data', '/data/c.jsonl']);
    expect(pathsOf('/data#/mine/c.jsonl')).toEqual([
      '/data#/mine/c.jsonl',
      '/data',
      '/mine/c.jsonl',
    ]);
    const [, ...paths] = pathsOf('/data##p.txt#/mine/g.jsonl');
    expect(paths).toEqual(['/data', '/data/p.txt', '/mine/g.jsonl']);
  });
});

describe('a registered reference to cases', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cases-reference-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const places = new Map([['filings', folder]]);

  it('has its files directly inside the folder', () => {
    writeFileSync(join(folder, 'p.txt'), '');
    writeFileSync(join(folder, 'g.jsonl'), '');
    const place = registeredPlace(places, 'filings##p.txt#g.jsonl');
    expect(splitCases(place ?? '')).toEqual({
      data: folder,
      file: join(realpathSync(folder), 'p.txt'),
      solutions: join(realpathSync(folder), 'g.jsonl'),
    });
    expect(registeredPlace(places, 'others##p.txt#g.jsonl')).toBeUndefined();
  });

  it.each([
    ['filings#../p.txt', 'the tasks of a registered data set are a file directly inside it'],
    ['filings##p.txt#/etc/g', 'the solutions of a registered data set are a file directly inside'],
  ])('refuses %s', (reference, message) => {
    expect(() => registeredPlace(places, reference)).toThrow(message);
  });
});
