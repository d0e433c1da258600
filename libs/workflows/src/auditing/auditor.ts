/**
 * A rule that audits by the published instructions, through the tools that every agent has: it
 * knows a filing only through their results, and calculates in exact decimals.
 */

import { Big } from 'big.js';
import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { readAuditPrompt, type AuditCase } from '#contracts/result/audit-case';
import type { ToolRule } from '#agents/seat/work';
import { withColon } from '#tools/auditing/concept-names';
import { numberOf } from '#xbrl';
import { plainDecimal, type AuditAnswer, type Reasoning } from './audit-answer.js';

const text = z.string();
const filingSchema = z.object({ found: z.boolean(), filing_path: text.nullish() });
const factsSchema = z.object({
  matched: z.array(
    z.object({ value: text, unit_ref: text.nullish(), dimensions: z.record(text, z.unknown()) }),
  ),
});
const metadataSchema = z.object({ balance: text, is_two_way: z.boolean() });
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
  const numbersOf = (id: string) =>
    numbersIn(call('get_facts', { filing_path, concept_id: id, period }));
  const [reported] = numbersOf(concept_id);
  if (reported === undefined) return answerOf('0', new Big(0), { rule: 'no-fact' });
  const of = { filing_path, concept_id };
  const { balance, is_two_way } = metadataSchema.parse(call('get_concept_metadata', of));
  // Every other balance tells that no negative value is meant.
  const isSigned = balance !== 'unknown' && !is_two_way;
  const signCorrected = isSigned && reported.value.lt(0);
  const finished = (value: Big, shown: Shown): AuditAnswer =>
    answerOf(reported.text, signCorrected ? value.abs() : value, {
      ...shown,
      balance,
      signCorrected,
    });
  // Facts with dimensions do not enter calculations.
  if (reported.isDimensional) return finished(reported.value, { rule: 'dimensional' });
  const network = networkSchema.parse(call('get_calculation_network', of));
  const concept = withColon(concept_id);
  const values = new Map<string, Big | null>([[concept, reported.value]]);
  const valueIn = (id: string): Big | null => {
    if (!values.has(id)) {
      // Only facts of one unit add up (XBRL 2.1, 5.2.5.2).
      const fact = numbersOf(id).find(({ unit }) => unit === reported.unit);
      values.set(id, fact && !fact.isDimensional ? fact.value : null);
    }
    return values.get(id) ?? null;
  };
  const totals = network.as_parent.map((part) => ({ ...part, total: concept }));
  const sum = chosenOf(totals, valueIn, false);
  if (sum) return finished(weightedSum(sum.used.children), { rule: 'total', ...sum.shown });
  const parents = network.as_child.map(({ role, parent, siblings }) => {
    return { role, total: parent, children: siblings };
  });
  const rest = chosenOf(parents, valueIn, true);
  if (rest === undefined) return finished(reported.value, { rule: 'reported' });
  const residual = residualFor(concept, rest.used);
  const rule = residual === null ? 'residual-incomplete' : 'residual';
  // The correction of a sign comes before what can be derived.
  return finished(signCorrected ? reported.value : (residual ?? new Big(0)), {
    rule,
    ...rest.shown,
  });
}

/** Facts as written, and as numbers. Non-dimensional facts come first; texts are skipped. */
const numbersIn = (facts: unknown) =>
  factsSchema.parse(facts).matched.flatMap(({ value: written, unit_ref, dimensions }) => {
    const text = written.trim();
    const value = numberOf(text);
    if (!value) return [];
    const isDimensional = Object.keys(dimensions).length > 0;
    return [{ text, value, unit: unit_ref ?? null, isDimensional }];
  });

type Shown = Partial<Reasoning> & Pick<Reasoning, 'rule'>;

const answerOf = (extracted: string | null, calculated: Big | null, shown: Shown): AuditAnswer => ({
  extracted_value: extracted,
  calculated_value: calculated && plainDecimal(calculated),
  reasoning: {
    signCorrected: false,
    balance: null,
    role: null,
    total: null,
    children: [],
    otherRoles: [],
    ...shown,
  },
});

/** A total with its children in one role, as the network has them. */
interface NetworkPart {
  readonly role: string;
  readonly total: string;
  readonly children: readonly { readonly concept: string; readonly weight: string | number }[];
}

interface Child {
  readonly concept: string;
  readonly weight: Big;
  /** Null if it has no fact without dimensions. */
  readonly value: Big | null;
}

interface Calculation {
  readonly role: string;
  readonly total: { readonly concept: string; readonly value: Big | null };
  readonly children: readonly Child[];
}

/**
 * Uses the role with the largest share of its parts present if there are several, the first on a
 * tie. The parts are the children, and the total as well if the value is to be derived from it
 * (`needsTotal`).
 */
function chosenOf(
  parts: readonly NetworkPart[],
  valueIn: (concept: string) => Big | null,
  needsTotal: boolean,
) {
  const filled = parts.map(({ role, total, children }): Calculation => ({
    role,
    total: { concept: total, value: valueIn(total) },
    children: children.map(({ concept, weight }) => {
      return { concept, weight: new Big(weight), value: valueIn(concept) };
    }),
  }));
  const shareOf = ({ total, children }: Calculation): Big => {
    const values = needsTotal ? [...children, total] : children;
    return new Big(presentIn(values)).div(values.length || 1);
  };
  const [used] = filled.toSorted((one, other) => shareOf(other).cmp(shareOf(one)));
  const others = filled.filter((one) => one !== used);
  return used && { used, shown: shownOf(used, others) };
}

const presentIn = (values: readonly { readonly value: Big | null }[]): number =>
  values.filter(({ value }) => value !== null).length;

/** The weighted sum; a missing child counts as 0. */
const weightedSum = (children: readonly Child[]): Big =>
  children.reduce((sum, { weight, value }) => sum.plus(weight.times(value ?? 0)), new Big(0));

/** What the total leaves for one of its children; null if any of its inputs is missing. */
function residualFor(concept: string, { total, children }: Calculation): Big | null {
  const own = children.find((child) => child.concept === concept);
  const siblings = children.filter((child) => child !== own);
  if (own === undefined || own.weight.eq(0) || total.value === null) return null;
  if (siblings.some(({ value }) => value === null)) return null;
  return total.value.minus(weightedSum(siblings)).div(own.weight);
}

/** The calculation as the answer tells it. */
function shownOf({ role, total, children }: Calculation, others: readonly Calculation[]) {
  const written = (value: Big | null): string | null => value && plainDecimal(value);
  return {
    role,
    total: { ...total, value: written(total.value) },
    children: children.map(({ concept, weight, value }) => {
      return { concept, weight: plainDecimal(weight), value: written(value) };
    }),
    otherRoles: others.map((other) => {
      const present = presentIn(other.children);
      const of = other.children.length;
      return { role: other.role, present, of };
    }),
  };
}
