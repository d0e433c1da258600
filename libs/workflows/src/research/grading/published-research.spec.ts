/** The published tables: which of their numbers follow from their others. */

import { describe, expect, it } from 'vitest';
import { correlationP } from '#metrics/agreement/correlation';
import { meanOf } from '#metrics/sample/return-sample';
import {
  askedNames,
  dimensionNames,
  finalScore,
  versionOf,
  type DimensionName,
} from './dimensions.js';
import {
  publishedCorrelation,
  publishedScores,
  publishedSimilarities,
} from './published-research.fixture.js';

const columns: readonly DimensionName[] = [
  'visualLinguisticSynergy',
  'articulationProfessionalism',
  'articulationCoherence',
  'analysisFrameworkQuality',
  'analysisWidth',
  'analysisDepth',
  'informationDensity',
  'logicConsistency',
  'viewpointClarity',
  'paragraphRichness',
] as const;

describe('published final scores', () => {
  it('are means of ten dimensions in ten rows of twelve', () => {
    const given = publishedScores.map(([table, agent, printed, ...values]) => {
      const scores = Object.fromEntries(columns.map((name, at) => [name, values[at]!]));
      const mean = finalScore(scores)!;
      // Printed values are rounded: so may their mean be.
      return { table, agent, mean, follows: Math.abs(mean - printed) <= 0.005 + 1e-9 };
    });
    expect(given).toHaveLength(12);
    const others = given.filter(({ follows }) => !follows);
    expect(others.map(({ table, agent }) => [table, agent])).toEqual([
      ['Table 1', 'OpenAI'],
      ['Table 1', 'AutoGLM'],
    ]);
    expect(others[0]!.mean).toBeCloseTo(74.139, 9);
    expect(others[1]!.mean).toBeCloseTo(59.97, 9);
  });

  it('need all ten', () => {
    const nine = Object.fromEntries(dimensionNames.slice(1).map((name) => [name, 100]));
    expect(finalScore(nine)).toBeNull();
    expect(finalScore({ ...nine, [dimensionNames[0]!]: 0 })).toBe(90);
    expect(new Set(dimensionNames)).toEqual(new Set(columns));
  });
});

describe('published similarities', () => {
  it('have the means that are printed', () => {
    const means = publishedSimilarities.map(([, nodes, depth, width]) =>
      meanOf([nodes, depth, width]),
    );
    expect(means.map((mean) => Number(mean.toFixed(3)))).toEqual([0.717, 0.613, 0.83, 0.713]);
    publishedSimilarities.forEach(([bin, , , , printed], at) =>
      expect(Math.abs(means[at]! - printed), bin).toBeLessThan(0.005),
    );
  });

  it('have a correlation whose p is far below the printed one', () => {
    const { rho, n, p } = publishedCorrelation;
    expect(correlationP(rho, n)).toBeCloseTo(4.3e-7, 8);
    expect(correlationP(rho, n)).toBeLessThan(p / 200);
  });
});

it('has a version in the name of each prompt', () => {
  expect(askedNames.map(versionOf)).toEqual([
    'visual-linguistic-synergy-1',
    'articulation-professionalism-1',
    'articulation-coherence-1',
    'analysis-framework-quality-1',
    'logic-consistency-1',
    'viewpoint-clarity-1',
    'argument-support-1',
  ]);
});
