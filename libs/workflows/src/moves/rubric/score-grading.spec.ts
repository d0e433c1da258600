/** Scores of gradings, counted by hand. */

import { describe, expect, it } from 'vitest';
import { coveredFrom, gradingSchema, scoreGrading } from './score-grading.js';

const theme = (n: number, hit: string, tainted = '') => ({
  n,
  hit: [...hit],
  tainted: [...tainted],
});

describe('a theme', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 3],
    [12, 3],
  ])('of %i moves is covered from %i', (n, from) => {
    expect(coveredFrom(n)).toBe(from);
  });
});

describe('a grading', () => {
  it.each([
    ['all themes and a synthesis', [theme(4, 'abc'), theme(2, 'a')], true, 4],
    ['all themes without one', [theme(4, 'abc'), theme(2, 'a')], false, 3],
    ['two of three', [theme(4, 'abc'), theme(2, 'a'), theme(3, 'a')], true, 2],
    ['one of three', [theme(4, 'ab'), theme(2, 'a'), theme(3, 'a')], true, 1],
    ['none', [theme(4, 'ab'), theme(3, '')], true, 0],
    ['its only theme', [theme(4, 'abcd')], false, 3],
    ['nothing of its only theme', [theme(4, 'ab')], true, 0],
  ])('that covers %s', (_, themes, synthesis, score) => {
    expect(scoreGrading({ themes, synthesis }).score).toBe(score);
  });

  it('loses a tainted move and nothing else', () => {
    const themes = [theme(4, 'abc', 'c'), theme(5, 'abcde', 'e')];
    expect(scoreGrading({ themes, synthesis: true })).toEqual({
      score: 1,
      themesCovered: 1,
      rawMoveCoverage: (3 / 4 + 1) / 2,
      validMoveCoverage: (2 / 4 + 4 / 5) / 2,
    });
  });

  it('counts a move once, and takes no taint from what was not made', () => {
    const themes = [theme(3, 'aab', 'c')];
    expect(scoreGrading({ themes, synthesis: false })).toMatchObject({
      score: 3,
      rawMoveCoverage: 2 / 3,
      validMoveCoverage: 2 / 3,
    });
  });

  it('is refused with more moves than there are', () => {
    expect(gradingSchema.safeParse({ themes: [theme(1, 'ab')], synthesis: true }).success).toBe(
      false,
    );
  });
});

describe('the text of a grading', () => {
  const read = (hit: unknown, tainted?: unknown) =>
    gradingSchema.safeParse({ themes: [{ n: 2, hit, tainted }], synthesis: true }).success;

  it.each([
    [['move-1', 'move-2'], undefined, true],
    [['move-1', 'move-1', 'move-1'], ['move-1'], true],
    [['a', 'b', 'c'], undefined, false],
    [[''], undefined, false],
    [['a'], [''], false],
    [['a'.repeat(200)], undefined, true],
    [['a'.repeat(201)], undefined, false],
  ])('has ids of 1 to 200 characters, at most n of them: %j', (hit, tainted, isGood) => {
    expect(read(hit, tainted)).toBe(isGood);
  });
});
