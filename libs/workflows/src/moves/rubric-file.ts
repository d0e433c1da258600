/** The rubric of an environment as its file has it, read as the solution of a task. */

import { z } from 'zod';
import { rubricSchema } from './rubric.js';

/** Moves by their letters, as a list of texts, or as a list with an id each. */
const movesSchema = z.union([
  z.record(z.string(), z.string()),
  z.array(z.union([z.string(), z.object({ id: z.string(), text: z.string() })])),
]);

const themeSchema = z.object({
  id: z.union([z.string(), z.int()]).optional(),
  theme: z.string().optional(),
  title: z.string().optional(),
  moves: movesSchema.optional(),
  required_moves: movesSchema.optional(),
});

/** Themes without an id are numbered from 1, moves without one lettered from a. Other members are ignored. */
export const rubricFileSchema = z
  .object({ themes: z.array(themeSchema), category: z.string().optional() })
  .transform(({ themes, category }): z.input<typeof rubricSchema> => ({
    themes: themes.map(({ id, theme, title, moves, required_moves: required }, at) => ({
      id: String(id ?? at + 1),
      title: theme ?? title ?? '',
      moves: movesOf(moves ?? required ?? []),
    })),
    ...(category !== undefined && { category }),
  }))
  .pipe(rubricSchema);

function movesOf(moves: z.infer<typeof movesSchema>) {
  if (!Array.isArray(moves)) return Object.entries(moves).map(([id, text]) => ({ id, text }));
  return moves.map((move, at) =>
    typeof move === 'string' ? { id: letterOf(at), text: move } : move,
  );
}

/** a to z, then 27 and so on. */
const letterOf = (at: number): string => (at < 26 ? String.fromCharCode(97 + at) : String(at + 1));
