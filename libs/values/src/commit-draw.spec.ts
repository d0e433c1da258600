/** Tests of what a build draws of the costly tests. */

import { describe, expect, it } from 'vitest';
import { drawnNumber, drawnOf, isDrawn } from './commit-draw.fixture.js';

const names = Array.from({ length: 400 }, (_, at) => `spec ${String(at).padStart(3, '0')}`);
const quarter = (commit: string): string[] => names.filter((name) => isDrawn(name, 4, commit));

describe('the draw of a build', () => {
  it('takes a share of everything, in order', () => {
    const half = drawnOf(names, 0.5, String, 'a');
    expect(half).toHaveLength(200);
    expect(half).toEqual(names.filter((name) => half.includes(name)));
    expect(drawnOf(['one', 'two', 'three'], 0.5, String, 'a')).toHaveLength(2);
    expect(quarter('a').length).toBeGreaterThan(60);
    expect(quarter('a').length).toBeLessThan(140);
  });

  it('is the same for the same commit, and another for another', () => {
    expect(drawnOf(names, 0.5, String, 'a')).toEqual(drawnOf(names, 0.5, String, 'a'));
    expect(drawnOf(names, 0.5, String, 'b')).not.toEqual(drawnOf(names, 0.5, String, 'a'));
    expect(quarter('b')).not.toEqual(quarter('a'));
  });

  it('knows items by their names', () => {
    const items = names.map((name, at) => ({ name, at }));
    const half = drawnOf(items, 0.5, ({ name }) => name, 'a');
    expect(half.map(({ name }) => name)).toEqual(drawnOf(names, 0.5, String, 'a'));
  });

  it('gives a number below its bound, another for another commit', () => {
    const numbers = names.map((commit) => drawnNumber('seed', 1000, commit));
    expect(Math.max(...numbers)).toBeLessThan(1000);
    expect(new Set(numbers).size).toBeGreaterThan(200);
  });

  it('takes everything over enough commits', () => {
    const commits = Array.from({ length: 60 }, (_, at) => `commit ${at}`);
    const taken = new Set(commits.flatMap((commit) => quarter(commit)));
    expect(taken.size).toBe(names.length);
  });
});
