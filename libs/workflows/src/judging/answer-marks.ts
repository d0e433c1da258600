/**
 * Marks of judged answers: those that name their author, and those with halves of surrogate pairs.
 */

import type { ReportSection } from '#contracts/result/result';
import { isComparable, type AnswerMarks } from '../workflow/answer-marks.js';
import { listSection, tableSection } from '../workflow/report-section.js';
import { authorIn, type Author, type OtherUses } from './text/named-author.js';

/** An answer as judges read it. */
interface ReadAnswer extends Author {
  readonly text: string;
  readonly world: OtherUses['world'];
}

/** The marks of each answer of a result. */
export function marksOf(answers: readonly ReadAnswer[]): AnswerMarks[] {
  // The models of agents without one are unknown: each counts as another.
  const models = new Set(answers.map(({ agent, model }) => model ?? `agent ${agent}`));
  const otherModels = models.size > 1;
  return answers.map(({ text, world, ...author }) => {
    const others = () => answers.flatMap((one) => (one.agent === author.agent ? [] : [one.text]));
    const isNamed = authorIn(text, author, { world, others }).length > 0;
    const halves = halvesIn(text);
    return {
      ...(isNamed && { namesAuthor: { otherModels } }),
      ...(halves > 0 && { halves }),
    };
  });
}

const loneHalf = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const halvesIn = (text: string): number =>
  text.isWellFormed() ? 0 : [...text.matchAll(loneHalf)].length;

/** What a solution says of the answer that was judged. */
interface Marked extends AnswerMarks {
  readonly agent: string;
  readonly run: string;
  readonly task: string;
}

/** How many judgments of each agent are left out of comparisons; empty if none is. */
export function leftOutSection(judged: readonly Marked[]): ReportSection[] {
  const byAgent = Map.groupBy(judged, ({ agent }) => agent);
  const rows = [...byAgent].flatMap(([agent, own]) => {
    const out = own.filter((one) => !isComparable(one)).length;
    return out === 0 ? [] : [[agent, own.length, out]];
  });
  if (rows.length === 0) return [];
  return [
    tableSection(
      'Left out of comparisons',
      'Configuration|#Judgments|#Left out',
      rows,
      'Answers in which a judge could read the name of their author. Tables that compare ' +
        'configurations of different models leave their judgments out.',
    ),
  ];
}

/** Answers with halves of surrogate pairs, each once; empty if there is none. */
export function halvesSection(judged: readonly Marked[]): ReportSection[] {
  const cut = judged.filter(({ halves }) => halves !== undefined);
  const byAnswer = new Map(cut.map((one) => [`${one.run}\n${one.task}`, one]));
  const rows = [...byAnswer.values()].map(({ agent, run, task, halves = 0 }) => {
    return [agent, run, task, halves];
  });
  if (rows.length === 0) return [];
  const text = 'Halves of characters, which the author cut; judges read U+FFFD in their place.';
  return [listSection('Replaced characters', 'Configuration|Run|Task|#Halves', rows, text)];
}
