/**
 * The ten dimensions of a report: six that judges score, a prompt each, and four that
 * follow by rule.
 */

import { meanOf } from '#metrics/sample/return-sample';
import type { RuleMetrics } from '../terms/rule-metrics.js';

export const dimensionTitles = {
  visualLinguisticSynergy: 'Visual-linguistic synergy',
  articulationProfessionalism: 'Articulation professionalism',
  articulationCoherence: 'Articulation coherence',
  analysisFrameworkQuality: 'Analysis framework quality',
  logicConsistency: 'Logic consistency',
  viewpointClarity: 'Viewpoint clarity',
  analysisWidth: 'Analysis width',
  analysisDepth: 'Analysis depth',
  informationDensity: 'Information density',
  paragraphRichness: 'Paragraph richness',
} as const;
export type DimensionName = keyof typeof dimensionTitles;
export const dimensionNames = Object.keys(dimensionTitles) as DimensionName[];
/** The final score, which is their mean, then the dimensions. */
export const scoreNames = ['final', ...dimensionNames] as const;

/** What a judge is asked of: a dimension, or whether the arguments of a tree are supported. */
export type Asked = Exclude<DimensionName, keyof RuleMetrics> | 'support';
const titles = { ...dimensionTitles, support: 'Argument support' };

const scale = `Submit {"score": 0 to 100, fractions included, "reason": one sentence}. 90 and more: nothing to improve
that a careful editor would ask for. 70: good, with gaps that a reader notices. 50: usable with work. 30: mostly fails.
0: there is nothing of it.`;

/** In our own words: the paper does not publish its rubrics. */
const prompts: Readonly<Record<Asked, string>> = {
  visualLinguisticSynergy: `Do the figures of the report carry its arguments? In report a figure stands as
[figure n: title]; the texts figure-1 and so on have its specification, or say what image it is. Look at whether each
figure shows what the text around it claims, whether its values and the text agree, whether its form fits its data,
whether the text refers to it, and whether figures stand where they help. A figure for decoration counts against the
report. ${scale}`,
  articulationProfessionalism: `Does the report read as one of a research department? Look at exact terms of finance,
correct units and periods, sources for what it states, a sober tone, and risks that are named. Slang, hype, vague
quantities and wrong use of terms count against it. ${scale}`,
  articulationCoherence: `Does the text hold together as a text? Look at whether each paragraph has one subject, whether
sentences and sections follow on from each other, whether terms keep their meaning, and whether nothing is repeated or
broken off. Bullet points without connection count against it. Whether its logic is sound is not asked here. ${scale}`,
  analysisFrameworkQuality: `Is the question taken apart well? Look at whether the parts cover what decides the
question, whether they overlap, whether they are as deep as they matter, and whether the method fits: drivers,
comparison, valuation, scenarios. tree, where it is there, has the arguments of the report and what they rest on.
${scale}`,
  logicConsistency: `Do conclusions follow? Look at whether claims follow from what is offered for them, whether any two
statements or figures of the report contradict each other, and whether causes are told from coincidences. tree, where it
is there, has the arguments of the report and what they rest on. ${scale}`,
  viewpointClarity: `Does a reader know what the author thinks? Look at whether the question is answered, early and in
so many words, how sure the author is, what would change the view, and whether each section says what it comes to.
Balance is fine; a view that cannot be told is not. ${scale}`,
  support: `tree has the logic tree of a research report, a line a node, each below its parent by its indentation;
report is where it comes from. arguments lists the nodes in question. For each, say whether what stands directly below
it supports it: whether a careful reader who grants all of that accepts the argument. A true argument that its nodes do
not support is not supported. Submit {"supported": {id: true or false}} with each id of arguments, and no other.`,
};
export const askedNames = Object.keys(prompts) as [Asked, ...Asked[]];

/** A change of a prompt is a new version. */
export const versionOf = (asked: Asked): string =>
  `${titles[asked].toLowerCase().replace(/[^a-z]+/g, '-')}-1`;

/** What the judge is asked; the recorded instruction has it. */
export const instructionOf = (asked: Asked): string =>
  `${versionOf(asked)}: ${titles[asked]}. ${prompts[asked].replaceAll('\n', ' ')}`;

/** Scores from 0 to 100 by dimension; missing ones are left out. */
export type Dimensions = Readonly<Partial<Record<DimensionName, number>>>;

/** The mean of all ten; null where one of them is missing. */
export function finalScore(scores: Dimensions): number | null {
  const all = dimensionNames.flatMap((name) => scores[name] ?? []);
  return all.length < dimensionNames.length ? null : meanOf(all);
}
