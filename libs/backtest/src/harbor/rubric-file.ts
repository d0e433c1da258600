/** The rubric of an environment as its file has it, and as a solution of workflow `moves`. */

import { z } from 'zod';

const id = z.string().min(1).max(64);
const text = z.string().min(1).max(4000);

/** Moves by their letters, as a list of texts, or as a list with an id each. */
const movesSchema = z.union([z.record(id, text), z.array(z.union([text, z.object({ id, text })]))]);

const statedTheme = z.object({
  id: z.union([id, z.int()]).optional(),
  theme: text.optional(),
  title: text.optional(),
  moves: movesSchema.optional(),
  required_moves: movesSchema.optional(),
});
type Theme = z.infer<typeof statedTheme>;

const themeSchema = statedTheme
  .refine(({ theme, title }) => theme ?? title, 'a theme or title')
  .refine((one) => movesOf(one).length > 0, 'moves or required_moves, one at least')
  .refine((one) => haveOwnIds(movesOf(one)), 'an id for each move');

/** Other members, such as notes for graders, are ignored. */
export const rubricFileSchema = z.object({
  themes: z
    .array(themeSchema)
    .min(1)
    .max(100)
    .refine((all) => haveOwnIds(all.map(themeOf)), 'an id for each theme'),
  category: z.string().min(1).max(100).optional(),
});

export interface Move {
  readonly id: string;
  readonly text: string;
}

/** What experts did: themes, and the moves that each consists of. */
export interface MoveRubric {
  readonly themes: readonly {
    readonly id: string;
    readonly title: string;
    readonly moves: readonly Move[];
  }[];
  readonly category?: string;
}

/** `category`: that of the task file, where the rubric has none. */
export function rubricOf(
  rubric: z.infer<typeof rubricFileSchema>,
  category: string | undefined,
): MoveRubric {
  const stated = rubric.category ?? category;
  return {
    themes: rubric.themes.map(themeOf),
    ...(stated !== undefined && { category: stated }),
  };
}

/** Themes without an id are numbered from 1, moves without one lettered from a. */
const themeOf = (theme: Theme, at: number) => ({
  id: String(theme.id ?? at + 1),
  title: theme.theme ?? theme.title ?? '',
  moves: movesOf(theme),
});

function movesOf({ moves, required_moves: required }: Theme): Move[] {
  const given = moves ?? required ?? [];
  if (!Array.isArray(given))
    return Object.entries(given).map(([key, said]) => ({ id: key, text: said }));
  return given.map((move, at) =>
    typeof move === 'string' ? { id: letterOf(at), text: move } : { id: move.id, text: move.text },
  );
}

/** a to z, then 27 and so on. */
const letterOf = (at: number): string => (at < 26 ? String.fromCharCode(97 + at) : String(at + 1));

const haveOwnIds = (all: readonly { readonly id: string }[]): boolean =>
  new Set(all.map((one) => one.id)).size === all.length;
