/**
 * The auditor through the real tools on real filings: right on every case, as independent
 * answers have it.
 */

import { describe, expect, it } from 'vitest';
import { auditPrompt, type AuditCase } from '#contracts/result/audit-case';
import { Capability } from '#tools';
import { auditingTools } from '#tools/auditing/auditing-tools';
import { auditAnswer, auditSolution, type AuditAnswer } from '#workflows/auditing/audit-answer';
import { verdictOn } from '#workflows/auditing/audit-verdict';
import { auditor } from '#workflows/auditing/auditor';
import { auditedFolder, linesOf } from './audited-folder.fixture.js';

const view = auditedFolder();
type Line = AuditCase & {
  readonly id: string;
  readonly details: Readonly<Record<string, unknown>>;
};
const cases = linesOf<Line>('cases.jsonl');

/** The answer to a case, and how many calls it took. */
async function audited({ id, ...asked }: Line): Promise<AuditAnswer & { readonly calls: number }> {
  const context = { view, desk: null };
  const capability = new Capability({ sets: [auditingTools], context, now: () => 0 });
  let submitted: unknown;
  let calls = 0;
  await auditor({
    question: {},
    config: {},
    call: (name, args) => {
      if (name === 'get_task') return { instruction: auditPrompt(id, asked) };
      if (name === 'submit_answer') return void (submitted = (args as { answer: unknown }).answer);
      calls++;
      const outcome = capability.call(name, args);
      if (outcome.error !== null) throw new Error(outcome.error);
      return outcome.value;
    },
  });
  return { ...auditAnswer.parse(submitted), calls };
}

it('has 69 cases', () => {
  expect(cases).toHaveLength(69);
});

describe.each(cases)('$id', (line) => {
  it('is answered rightly, in the form that is due', async () => {
    const answer = await audited(line);
    const solution = auditSolution.parse(line);
    expect(verdictOn(answer, solution)).toMatchObject({ class: 'right' });
    // Contested cases too: the rule, taken literally, gives the expected value.
    expect(answer.calculated_value).toBe(solution.expected_calculated);
    expect(answer.extracted_value).toBe(solution.expected_extracted);
    expect(answer.calls).toBeLessThan(150);
  });

  it('is reported with the role and the balance in the evidence', async () => {
    const { reasoning } = await audited(line);
    const { role, balance } = line.details;
    if (typeof role === 'string') expect(reasoning?.role).toBe(role);
    if (typeof balance === 'string' && typeof reasoning?.balance === 'string') {
      expect(reasoning.balance).toBe(balance);
    }
  });
});
