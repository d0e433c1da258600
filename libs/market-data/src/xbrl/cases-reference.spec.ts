/** Tests of references that name a folder and a file of cases. */

import { describe, expect, it } from 'vitest';
import { pathsOf, splitCases } from './cases-reference.js';

describe('a reference to cases', () => {
  it.each([
    ['data#cases.jsonl', { data: 'data', file: 'cases.jsonl' }],
    ['/a#b#cases.jsonl', { data: '/a#b', file: 'cases.jsonl' }],
    ['/a#b#/a#b/cases.jsonl', { data: '/a#b', file: '/a#b/cases.jsonl' }],
    ['/data', undefined],
    ['data#', undefined],
    ['#cases.jsonl', undefined],
  ])('%s is split', (reference, parts) => {
    expect(splitCases(reference)).toEqual(parts);
  });

  it('is hidden with folder and file', () => {
    expect(pathsOf('/data')).toEqual(['/data']);
    expect(pathsOf('/data#c.jsonl')).toEqual(['/data#c.jsonl', '/data', '/data/c.jsonl']);
    expect(pathsOf('/data#/mine/c.jsonl')).toEqual([
      '/data#/mine/c.jsonl',
      '/data',
      '/mine/c.jsonl',
    ]);
  });
});
