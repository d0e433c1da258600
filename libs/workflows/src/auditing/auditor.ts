/**
 * A rule that audits by the published instructions, through the tools that every agent has: it knows a filing only
 * through their results, and calculates in exact decimals.
 */

import { Big } from 'big.js';
import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { readAuditPrompt, type AuditCase } from '#contracts/result/audit-case';
import type { ToolRule } from '#agents/seat/work';
import { withColon } from '#tools/auditing/concept-names';
import { numberOf } from '#xbrl';
import { plainDecimal, type AuditAnswer, type Reasoning } from './audit-answer.js';
import { chosenOf, residualFor, weightedSum } from './calculations.js';

const text = z.string();
const filingSchema = z.object({ found: z.boolean(), filing_path: text.nullish() });
const factsSchema = z.object({
  matched: z.array(z.object({ value: text, dimensions: z.record(text, z.unknown()) })),
});
const metadataSchema = z.object({ balance: text, is_directional_hint: z.boolean() });
const weighted = z.array(z.object({ concept: text, weight: z.union([text, z.number()]) }));
const networkSchema = z.object({
  as_parent: z.array(z.object({ role: text, children: weighted })),
  as_child: z.array(z.object({ role: text, parent: text, siblings: weighted })),
});

type Call = Parameters<ToolRule>[0]['call'];

export const auditor: ToolRule = ({ call }) => {
  const { instruction } = z.object({ instruction: text }).parse(call('get_task', {}));
  const asked = readAuditPrompt(instruction);
  if (asked === undefined) {
    const found = excerpt(instruction);
    throw invalidInput('the task asks for no audit', { where: 'instruction', found });
  }
  call('submit_answer', { answer: audited(asked, call) });
};

/** Throws what the tools do. */
function audited({ filing_name, ticker, issue_time, ...asked }: AuditCase, call: Call) {
  const filing = filingSchema.parse(call('find_filing', { ticker, filing_name, issue_time }));
  if (!filing.found) return answerOf(null, null, { rule: 'filing-unresolved' });
  const { concept_id, period } = asked;
  const filing_path = filing.filing_path ?? '';
  const reportedOf = (id: string) =>
    firstNumber(call('get_facts', { filing_path, concept_id: id, period }));
  const own = reportedOf(concept_id);
  if (own === undefined) return answerOf('0', new Big(0), { rule: 'no-fact' });
  const of = { filing_path, concept_id };
  const { balance, is_directional_hint } = metadataSchema.parse(call('get_concept_metadata', of));
  // Of other balances it is known that no negative value is meant.
  const isSigned = balance !== 'unknown' && !is_directional_hint;
  const signCorrected = isSigned && own.value.lt(0);
  const finished = (value: Big, shown: Shown): AuditAnswer =>
    answerOf(own.text, signCorrected ? value.abs() : value, { ...shown, balance, signCorrected });
  // Facts with dimensions do not enter calculations.
  if (own.isDimensional) return finished(own.value, { rule: 'dimensional' });
  const network = networkSchema.parse(call('get_calculation_network', of));
  const concept = withColon(concept_id);
  const values = new Map<string, Big | null>([[concept, own.value]]);
  const valueIn = (id: string): Big | null => {
    const fact = values.has(id) ? undefined : reportedOf(id);
    if (!values.has(id)) values.set(id, fact && !fact.isDimensional ? fact.value : null);
    return values.get(id) ?? null;
  };
  const totals = network.as_parent.map((part) => ({ ...part, total: concept }));
  const sum = chosenOf(totals, valueIn, false);
  if (sum) return finished(weightedSum(sum.used.children), { rule: 'total', ...sum.shown });
  const parents = network.as_child.map(({ role, parent, siblings }) => {
    return { role, total: parent, children: siblings };
  });
  const rest = chosenOf(parents, valueIn, true);
  if (rest === undefined) return finished(own.value, { rule: 'reported' });
  const residual = residualFor(concept, rest.used);
  const rule = residual === null ? 'residual-incomplete' : 'residual';
  // The correction of a sign comes before what can be derived.
  return finished(signCorrected ? own.value : (residual ?? new Big(0)), { rule, ...rest.shown });
}

/** As written, and as a number. Non-dimensional facts come first; texts are skipped. */
function firstNumber(facts: unknown) {
  for (const { value: written, dimensions } of factsSchema.parse(facts).matched) {
    const text = written.trim();
    const value = numberOf(text);
    if (value) return { text, value, isDimensional: Object.keys(dimensions).length > 0 };
  }
  return undefined;
}

type Shown = Partial<Reasoning> & Pick<Reasoning, 'rule'>;

const answerOf = (extracted: string | null, calculated: Big | null, shown: Shown): AuditAnswer => ({
  extracted_value: extracted,
  calculated_value: calculated && plainDecimal(calculated),
  reasoning: {
    ...{ signCorrected: false, balance: null, role: null, total: null },
    ...{ children: [], otherRoles: [], ...shown },
  },
});
