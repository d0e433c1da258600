/**
 * A synthetic corpus whose answers make known moves, with planted fabrications and known taints,
 * and its gradings.
 */

import { seededRandom } from '#values';

/** What an answer does with a move. */
export const deeds = ['made', 'tainted', 'uncited', 'left'] as const;
export type Deed = (typeof deeds)[number];

export interface CorpusAnswer {
  readonly text: string;
  /** By theme, of its moves. */
  readonly deeds: readonly (readonly Deed[])[];
  readonly synthesis: boolean;
}

export interface CorpusTask {
  readonly id: string;
  readonly instruction: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly rubric: {
    readonly category: string;
    readonly themes: readonly {
      readonly id: string;
      readonly title: string;
      readonly moves: readonly { readonly id: string; readonly text: string }[];
    }[];
  };
}

const lettered = (number: number): string =>
  [...String(number)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
const categories = ['Valuation', 'Growth', 'Risk'];

/** A task with one to four themes of one to five moves; each move has a file with its figure. */
export function corpusTask(at: number): CorpusTask {
  const random = seededRandom(`task ${at}`);
  const files: Record<string, string> = { 'overview.txt': `Company ${at} sells widgets.` };
  const themes = Array.from({ length: 1 + random.below(4) }, (_, theme) => ({
    id: `t${theme + 1}`,
    title: `Theme ${theme + 1}`,
    moves: Array.from({ length: 1 + random.below(5) }, (__, move) => {
      const figure = `${10 + at}.${theme + 1}${move + 1}`;
      const text =
        `The segment ${lettered(theme)}${lettered(move)} of company ${lettered(at)} grew by ` +
        `${figure}%`;
      files[`filings/segment-${theme + 1}-${move + 1}.txt`] =
        `Growth of the segment: ${figure} percent.`;
      return { id: 'abcde'[move]!, text };
    }),
  }));
  const id = `task-${String(at).padStart(3, '0')}`;
  const category = categories[at % categories.length]!;
  return {
    id,
    instruction: `Reason about company ${at}.`,
    inputs: files,
    rubric: { category, themes },
  };
}

/** An answer that does this with each move: a sentence each, in paragraphs of their own. */
export function corpusAnswer(
  { rubric: { themes } }: CorpusTask,
  deedOf: (theme: number, move: number) => Deed,
  synthesis: boolean,
): CorpusAnswer {
  const all = themes.map(({ moves }, theme) => moves.map((_, move) => deedOf(theme, move)));
  const paragraphs = themes.flatMap(({ moves }, theme) =>
    moves.flatMap(({ text }, move) => {
      const file = `[segment-${theme + 1}-${move + 1}.txt]`;
      // Fabricated: no file has a figure with three decimals.
      const invented = `${text}, while its margin reached 77.${theme}${move}9% ${file}.`;
      return { made: [`${text} ${file}.`], tainted: [invented], uncited: [`${text}.`], left: [] }[
        all[theme]![move]!
      ];
    }),
  );
  const end = synthesis ? ['Taken together, growth outweighs the doubts [overview.txt].'] : [];
  const text = ['# Position', 'We are positive.', ...paragraphs, ...end].join('\n\n');
  return { text, deeds: all, synthesis };
}

/** An answer whose deeds a seed draws. */
export function drawnAnswer(task: CorpusTask, seed: string): CorpusAnswer {
  const random = seededRandom(`${seed} ${task.id}`);
  const ease = random.next();
  const deedOf = (): Deed => (random.next() < ease ? 'made' : deeds[random.below(4)]!);
  return corpusAnswer(task, deedOf, random.next() < 0.5);
}

/** The score of an answer, from what it was made to do. */
export function scoreOfAnswer({ deeds: themes, synthesis }: CorpusAnswer): number {
  const covered = themes.filter((moves) => {
    const grounded = moves.filter((deed) => deed === 'made').length;
    return grounded >= ([0, 1, 1, 2, 3, 3][moves.length] ?? 3);
  }).length;
  if (covered === themes.length) return synthesis ? 4 : 3;
  return covered >= 2 ? 2 : covered;
}
