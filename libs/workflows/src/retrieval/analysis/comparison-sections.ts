/** Configurations compared pair by pair, on the questions that both were asked. */

import type { ReportSection } from '#contracts/result';
import { pairedInterval, type Share } from '#metrics/proportions/share-intervals';
import { holm, mcNemarExact, pooledZ } from '#metrics/proportions/share-tests';
import { arms, type Answers, type Configuration, type ScoredAnswer } from './scored-answer.js';
import { bounds, sectionOf } from './section-of.js';

const factors = ['arm', 'reasoning', 'switches', 'model'] as const;

export interface Comparison {
  /** The one with more tools, with more switches on, or with reasoning. */
  readonly one: Configuration;
  readonly other: Configuration;
  /** What differs; `setting` where only the names tell. */
  readonly factor: (typeof factors)[number] | 'setting';
  /** Answers to the same question. */
  readonly pairs: readonly (readonly [ScoredAnswer, ScoredAnswer])[];
}

/**
 * All pairs of configurations that differ in no more than one of arm, reasoning, switches and model; switches are
 * compared with none, of the same agent alone.
 */
export function comparisonsOf(configured: readonly Answers[]): Comparison[] {
  const rank = ([first]: Answers): number =>
    4 * arms.indexOf(first!.configuration.arm) +
    2 * Number(first!.configuration.reasoning) +
    Number(first!.configuration.switches !== '');
  const ordered = configured.toSorted((a, b) => rank(b) - rank(a));
  return ordered.flatMap((answers, at) => {
    const one = answers[0]!.configuration;
    const byQuestion = new Map(answers.map((answer) => [answer.question.id, answer]));
    return ordered.slice(at + 1).flatMap((rivals) => {
      const other = rivals[0]!.configuration;
      const differing = factors.filter((factor) => one[factor] !== other[factor]);
      if (differing.length > 1 || one.repeat !== other.repeat) return [];
      const isSwitched = differing[0] === 'switches';
      if (isSwitched && (other.switches !== '' || one.settings !== other.settings)) return [];
      const pairs = rivals.flatMap((rival) => {
        const own = byQuestion.get(rival.question.id);
        return own === undefined ? [] : [[own, rival] as const];
      });
      return pairs.length === 0 ? [] : [{ one, other, factor: differing[0] ?? 'setting', pairs }];
    });
  });
}

export function shareRight(answers: Answers): Share {
  return { count: answers.filter(({ right }) => right).length, of: answers.length };
}

const heads =
  'One|Other|%One right|%Other right|%Difference|%Low|%High' +
  '|#Questions|#Only one|#Only other|#z, unpaired|#p of z|#p, McNemar|#p, Holm';

/** A section for each factor by which any two differ. */
export function comparisonSections(comparisons: readonly Comparison[]): ReportSection[] {
  const tests = comparisons.map(({ one, other, factor, pairs }) => {
    const of = pairs.length;
    const [own, rival] = [0, 1].map((at) => shareRight(pairs.map((pair) => pair[at]!)));
    const onlyOne = pairs.filter(([answer, against]) => answer.right && !against.right).length;
    const onlyOther = onlyOne - own!.count + rival!.count;
    const shares = [own!.count / of, rival!.count / of, (own!.count - rival!.count) / of];
    const interval = bounds(pairedInterval(onlyOne, onlyOther, of));
    const z = pooledZ(own!, rival!);
    const counts = [of, onlyOne, onlyOther, z?.z ?? null, z?.p ?? null];
    const p = mcNemarExact(onlyOne, onlyOther);
    const switches = factor === 'switches' ? [one.switches] : [];
    const names = [...switches, one.name, other.name];
    return { factor, p, cells: [...names, ...shares, ...interval, ...counts, p] };
  });
  const adjusted = holm(tests.map(({ p }) => p));
  const rows = tests.map(({ factor, cells }, at) => ({ factor, row: [...cells, adjusted[at]!] }));
  const text = `Holm's correction is over all ${rows.length} pairs of this report. z takes samples for independent.`;
  return [...Map.groupBy(rows, ({ factor }) => factor)].map(([factor, own]) => {
    const cells = own.map(({ row }) => row);
    return factor === 'switches'
      ? sectionOf('What each switch is worth', `Switches|${heads}`, cells, [text])
      : sectionOf(`Pairs that differ in ${factor}`, heads, cells, [text]);
  });
}
