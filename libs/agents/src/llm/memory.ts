/** What a model agent remembers of its earlier decisions, from the recording of its run. */

import { z } from 'zod';
import type { RecordedAsk } from '#llm';
import type { Memory } from '#contracts/agents/model-settings';

/** Characters of the notes of a decision. */
const notesCharsMax = 8000;
/** Characters of a decision that is shown again. */
const decisionCharsMax = 2000;

export const notesTool = {
  name: 'save_notes',
  description:
    'Saves your notes for your next decisions: they are shown to you then, under Memory. They ' +
    'replace the notes that you have. Save them before you submit.',
  input: z.strictObject({
    notes: z.string().max(notesCharsMax).describe('All that you want to remember.'),
  }),
};

/**
 * The prompt's text about earlier decisions, for the decision at `asOf`. Attempts of the same
 * decision see the same text: they start from one prompt.
 */
export function recollection(memory: Memory, asks: readonly RecordedAsk[], asOf: number): string {
  if (memory === 'none') return 'You have no memory of earlier decisions.';
  const before = asks.filter(({ opened }) => opened.asOf < asOf);
  return memory === 'notes' ? notesOf(before) : decisionsOf(before, memory.last);
}

function notesOf(asks: readonly RecordedAsk[]): string {
  const notes = asks.findLast(({ ended }) => ended !== null && ended.notes !== null)?.ended?.notes;
  const written = notes ?? '';
  const instruction =
    'Save notes for your next decisions with ' + `${notesTool.name}, before you submit.`;
  return written === ''
    ? `You have no notes of earlier decisions. ${instruction}`
    : `Your notes of earlier decisions:\n\n${written}\n\n${instruction}`;
}

function decisionsOf(asks: readonly RecordedAsk[], count: number): string {
  // The last attempt of a decision is the one that counted.
  const last = new Map(asks.map((ask) => [ask.opened.asOf, ask]));
  const lines = [...last.values()].slice(-count).map(lineOf);
  return lines.length === 0
    ? 'This is your first decision.'
    : `Your last decisions:\n${lines.join('\n')}`;
}

function lineOf({ opened, ended }: RecordedAsk): string {
  const when = opened.session ?? `as-of ${opened.asOf}`;
  const decided = ended?.decision ?? null;
  if (decided !== null) return `- ${when}: ${decided.slice(0, decisionCharsMax).toWellFormed()}`;
  return `- ${when}: no decision (${ended?.class ?? 'unknown'})`;
}
