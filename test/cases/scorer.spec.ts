/**
 * Answers with a person's labels: what code decides is as labeled, and it leaves few of them open.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf } from '#contracts/parsing/json-lines';
import { scoreFiles } from '#workflows/retrieval/score/score-files';
import type { Verdict } from '#workflows/retrieval/score/schemas';
import { z } from 'zod';

const data = process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set';
const cases = resolve(data, '../cases/2026-11');

const named = (folder: string, file: string) => {
  const name = join(cases, folder, file);
  return { name, text: readFileSync(name, 'utf8') };
};
const verdictsOf = (folder: string): ReadonlyMap<string, Verdict> => {
  const scored = scoreFiles(named(folder, 'questions.jsonl'), named(folder, 'responses.jsonl'));
  return new Map(scored.map((verdict) => [`${verdict.id}`, verdict]));
};

describe('answers with labels', () => {
  const label = z.object({
    id: z.string(),
    right: z.boolean(),
    form: z.enum(['plain', 'hostile']),
  });
  const labels = [...linesOf(named('scorer', 'labels.jsonl'), label).values()];
  const verdicts = verdictsOf('scorer');
  const rows = labels.map(({ value }) => ({ ...value, verdict: verdicts.get(value.id)! }));

  it('are decided as labeled, with this confusion matrix', () => {
    const counts = new Map<string, number>();
    for (const { form, right, verdict } of rows) {
      const cell = `${form}, ${right ? 'right' : 'wrong'}: found ${verdictWord(verdict)}`;
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    const matrix = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
    process.stdout.write(`${matrix.map(([cell, count]) => `${cell} ${count}`).join('\n')}\n`);
    const decided = rows.filter(({ verdict }) => verdict.right !== null);
    const asLabeled = decided.filter(({ right, verdict }) => verdict.right === right);
    expect(asLabeled.length / decided.length).toBeGreaterThanOrEqual(0.99);
  });

  it('are never accepted where they are wrong', () => {
    const accepted = rows.filter(({ right, verdict }) => !right && verdict.right === true);
    expect(accepted).toEqual([]);
  });

  it.each([
    ['plain', 0.08],
    ['hostile', 0.25],
  ] as const)('are undecided seldom in a %s form', (form, most) => {
    const own = rows.filter((row) => row.form === form);
    const open = own.filter(({ verdict }) => verdict.right === null);
    expect(open.length / own.length).toBeLessThanOrEqual(most);
  });
});

const verdictWord = ({ right }: Verdict): string => {
  if (right === null) return 'undecided';
  return right ? 'right' : 'wrong';
};

/** The verdicts that a table in a README calls right: `r1` and the fourth column. */
function verdictsInReadme(folder: string): readonly (readonly [id: string, right: boolean])[] {
  const { text } = named(folder, 'README.md');
  return text.split('\n').flatMap((line) => {
    const [, id = '', ...cells] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const told = cells.find((cell) => cell === 'right' || cell === 'wrong');
    return /^r\d+$/.test(id) && told !== undefined ? [[id, told === 'right'] as const] : [];
  });
}

const folders = readdirSync(cases).filter((name) => name.startsWith('scorer-'));

it.each(folders)('%s is scored as its README says', (folder) => {
  const verdicts = verdictsOf(folder);
  const told = verdictsInReadme(folder);
  expect(told).toHaveLength(verdicts.size);
  const found = told.map(([id]) => [id, verdicts.get(id)!.right]);
  expect(found).toEqual(told.map(([id, right]) => [id, right]));
});
