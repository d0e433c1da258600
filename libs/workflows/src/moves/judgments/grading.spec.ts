/**
 * How code processes judgments: pooled claims, taints, citations, and that no judgment can be bent
 * the wrong way.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Task } from '#contracts';
import type { MarketView } from '#market-view';
import { gradedBy, gradingDefect, type GradedSolution, type Hit } from './grading.js';
import { groundingDefect, pooledClaims, type Claim } from './grounding.js';

const report = `Growth slows to 4%. [a.txt] Margins reach 77%, as peers say.

Peers earn less.

Taken together, growth outweighs margins. [b.txt]`;
const claim = (quote: string, grounded: boolean): Claim => ({ quote, kind: 'figure', grounded });

describe('pooled claims', () => {
  it('of one judge are what it flagged', () => {
    const claims = [claim('Growth slows to 4%', true), claim('4%', false), claim('77%', false)];
    expect(pooledClaims(report, [{ claims }])).toEqual({
      claims: 3,
      flagged: ['4%', '77%'],
      groundings: 1,
    });
  });

  it('of several are flagged when more than half flag what overlaps, and counted once', () => {
    const one = [claim('Margins reach 77%', false), claim('4%', true)];
    const two = [claim('77%', false), claim('Growth slows to 4%', false)];
    const three = [claim('77%', true)];
    const pooled = (...all: Claim[][]) =>
      pooledClaims(
        report,
        all.map((claims) => ({ claims })),
      );
    expect(pooled(one, two, three)).toEqual({
      claims: 2,
      flagged: ['Margins reach 77%'],
      groundings: 3,
    });
    // One of two is not more than half.
    expect(pooled(two, three)).toEqual({ claims: 2, flagged: [], groundings: 2 });
    expect(pooled(one, two).flagged).toEqual(['Margins reach 77%']);
    expect(pooled()).toEqual({ claims: 0, flagged: [], groundings: 0 });
  });
});

const themes = [
  {
    id: 't1',
    title: 'Growth',
    moves: [
      { id: 'a', text: 'slow' },
      { id: 'b', text: 'margins' },
    ],
  },
  { id: 't2', title: 'Peers', moves: [{ id: 'a', text: 'less' }] },
];
const solution = (flagged: string[] = []): GradedSolution => ({
  answer: 'answer-1',
  asks: 'coverage',
  agent: 'x',
  run: 'x-moves',
  task: 'one',
  attempt: 0,
  answered: { attempts: 1, tasks: 1 },
  steps: null,
  calls: null,
  rubric: { themes },
  grounded: { claims: 3, flagged, groundings: 1 },
  report,
  citations: [report.indexOf('[a.txt]'), report.indexOf('[b.txt]')].map((from) => {
    return { from, to: from + 7 };
  }),
});
const hit = (theme: string, move: string, quote: string, tainted = false): Hit => ({
  theme,
  move,
  quote,
  tainted,
});
const hits = [
  hit('t1', 'a', 'Growth slows to 4%'),
  hit('t1', 'b', 'Margins reach 77%'),
  hit('t2', 'a', 'Peers earn less'),
];
const graded = (all: Hit[], flagged: string[] = [], mustCite = true) =>
  gradedBy({ hits: all, beyond: [] }, true, { solution: solution(flagged), mustCite });

describe('a graded answer', () => {
  it('has the moves whose paragraph cites a file; the others earn nothing', () => {
    expect(graded(hits)).toMatchObject({
      score: 1,
      themesCovered: 1,
      themeCoverage: 0.5,
      uncited: 1,
      rawMoveCoverage: 0.5,
      validMoveCoverage: 0.5,
    });
    expect(graded(hits, [], false)).toMatchObject({ score: 4, uncited: 0, rawMoveCoverage: 1 });
  });

  it('loses the moves that overlap a flagged claim, and those alone, whatever the judge says', () => {
    const { grading, score, rawMoveCoverage, validMoveCoverage } = graded(hits, ['reach 77%']);
    expect(grading.themes[0]).toEqual({ n: 2, hit: ['a', 'b'], tainted: ['b'] });
    expect([score, rawMoveCoverage, validMoveCoverage]).toEqual([1, 0.5, 0.25]);
    expect(graded(hits, ['4%', '77%']).score).toBe(0);
  });

  it('loses what the judge says is tainted', () => {
    const tainted = hits.map((one) => ({ ...one, tainted: one.move === 'a' }));
    expect(graded(tainted, [], false)).toMatchObject({ score: 1, themesCovered: 1 });
  });

  it('never gains by a flagged claim, and never loses by a grounded move', () => {
    const words = report.split(/\s+/);
    const passage = fc
      .tuple(fc.nat(words.length - 1), fc.integer({ min: 1, max: 6 }))
      .map(([from, count]) => words.slice(from, from + count).join(' '));
    const some = fc.subarray(hits);
    fc.assert(
      fc.property(some, fc.array(passage), passage, fc.boolean(), (own, flags, more, mustCite) => {
        const before = graded(own, flags, mustCite);
        const after = graded(own, [...flags, more], mustCite);
        expect(after.score).toBeLessThanOrEqual(before.score);
        expect(after.validMoveCoverage).toBeLessThanOrEqual(before.validMoveCoverage);
        for (const added of hits.filter((one) => !own.includes(one))) {
          const with1 = graded([...own, added], flags, mustCite);
          expect(with1.score).toBeGreaterThanOrEqual(before.score);
        }
      }),
    );
  });
});

describe('a judgment', () => {
  const asked = (inputs: Record<string, string>) => ({
    task: {
      kind: 'task',
      id: 'answer-1',
      instruction: 'Judge.',
      inputs: Object.keys(inputs).map((name) => ({ name, document: { sha256: name } })),
    } as unknown as Task,
    view: { document: (name: string) => inputs[name] } as unknown as MarketView,
  });
  const coverage = asked({ report, rubric: JSON.stringify({ themes }) });
  const synthesis = asked({ report });

  it.each([
    ['hits of the rubric', { hits, beyond: ['as peers say'] }, coverage, undefined],
    ['nothing', { hits: [], beyond: [] }, coverage, undefined],
    [
      'a passage that is not there',
      { hits: [hit('t1', 'a', 'never said')], beyond: [] },
      coverage,
      'answer.hits.0.quote: expected a passage of the report; found "never said"',
    ],
    [
      'an unknown move',
      { hits: [hits[0]!, hit('t2', 'b', 'Peers')], beyond: [] },
      coverage,
      'answer.hits.1: expected a move of the rubric; found "t2 b"',
    ],
    [
      'a move twice',
      { hits: [hits[0]!, hits[0]!], beyond: [] },
      coverage,
      'answer.hits.1: expected each move once; found "t1 a" again',
    ],
    [
      'the other task',
      { synthesis: true, sentence: 'Peers earn less.' },
      coverage,
      'answer: expected hits; found synthesis',
    ],
    ['the other way', { hits, beyond: [] }, synthesis, 'answer: expected synthesis; found hits'],
    [
      'a synthesis',
      { synthesis: true, sentence: 'growth outweighs margins' },
      synthesis,
      undefined,
    ],
    [
      'one without its sentence',
      { synthesis: true },
      synthesis,
      'answer.sentence: expected the sentence; found nothing',
    ],
    [
      'one that is not there',
      { synthesis: true, sentence: 'all is well' },
      synthesis,
      'answer.sentence: expected a passage of the report; found "all is well"',
    ],
    ['none', { synthesis: false }, synthesis, undefined],
  ])('with %s', (_, judgment, task, defect) => {
    expect(gradingDefect(judgment, task)).toBe(defect);
  });

  it('of claims quotes the report', () => {
    expect(groundingDefect({ claims: [claim('77%', false)] }, synthesis)).toBeUndefined();
    expect(groundingDefect({ claims: [claim('4%', true), claim('78%', false)] }, synthesis)).toBe(
      'answer.claims.1.quote: expected a passage of the report; found "78%"',
    );
  });
});
