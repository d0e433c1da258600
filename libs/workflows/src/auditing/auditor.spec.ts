/** The auditor on small answers of tools: each rule, and what it tells of its calculation. */

import { describe, expect, it } from 'vitest';
import { auditPrompt } from '#contracts/result/audit-case';
import { auditAnswer, type AuditAnswer } from './audit-answer.js';
import { auditor } from './auditor.js';

interface World {
  readonly found?: boolean;
  /** By concept; a text by itself is a fact without dimensions, `5@cny` one in a unit. */
  readonly facts?: Readonly<Record<string, readonly (string | readonly [string, string])[]>>;
  readonly balance?: string;
  readonly isTwoWay?: boolean;
  /** By role: concepts, each with a weight. */
  readonly parentIn?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly childOf?: Readonly<Record<string, readonly [string, Readonly<Record<string, number>>]>>;
}

const asked = { filing_name: '10k', ticker: 'abc', issue_time: '20231231', period: '2023-12-31' };

const weights = (children: Readonly<Record<string, number>>) =>
  Object.entries(children).map(([concept, weight]) => ({ concept, weight, order: 1 }));

function toolOf(world: World) {
  const tools: Record<string, (args: { concept_id: string }) => unknown> = {
    find_filing: () => ({ found: world.found ?? true, filing_path: 'XBRL/10k-abc-20231231' }),
    get_facts: ({ concept_id }) => ({
      matched: (world.facts?.[concept_id.replace('_', ':')] ?? []).map((fact) => {
        const [text, member] = typeof fact === 'string' ? [fact, undefined] : fact;
        const [value, unit_ref = null] = text.split('@');
        return { value, unit_ref, dimensions: member === undefined ? {} : { 'x:Axis': member } };
      }),
    }),
    get_concept_metadata: () => ({
      balance: world.balance ?? 'debit',
      is_two_way: world.isTwoWay ?? false,
    }),
    get_calculation_network: () => ({
      as_parent: Object.entries(world.parentIn ?? {}).map(([role, children]) => {
        return { role, children: weights(children) };
      }),
      as_child: Object.entries(world.childOf ?? {}).map(([role, [parent, siblings]]) => {
        return { role, parent, siblings: weights(siblings) };
      }),
    }),
  };
  return tools;
}

/** What the auditor submits for the concept `x:A`, and the tools that it calls. */
async function audit(world: World, concept_id = 'x:A') {
  const tools = toolOf(world);
  let submitted: unknown;
  const called: string[] = [];
  await auditor({
    question: {},
    config: {},
    call: (name, args) => {
      called.push(name);
      if (name === 'get_task') return { instruction: auditPrompt('a-1', { ...asked, concept_id }) };
      if (name === 'submit_answer') return void (submitted = (args as { answer: unknown }).answer);
      return tools[name]!(args as { concept_id: string });
    },
  });
  const answer: AuditAnswer = auditAnswer.parse(submitted);
  const { extracted_value, calculated_value, reasoning } = answer;
  return { values: [extracted_value, calculated_value], reasoning, called };
}

describe('the auditor', () => {
  it('answers null and null when the filing is not found, and asks no more', async () => {
    const { values, reasoning, called } = await audit({ found: false });
    expect(values).toEqual([null, null]);
    expect(reasoning?.rule).toBe('filing-unresolved');
    expect(called).toEqual(['get_task', 'find_filing', 'submit_answer']);
  });

  it('answers 0 and 0 when no number is reported for the period', async () => {
    expect((await audit({})).values).toEqual(['0', '0']);
    const { values, reasoning } = await audit({ facts: { 'x:A': ['see note 4'] } });
    expect([values, reasoning?.rule]).toEqual([['0', '0'], 'no-fact']);
  });

  it('adds weighted children exactly; a missing or dimensional one counts as 0', async () => {
    const { values, reasoning } = await audit({
      facts: { 'x:A': ['0.5'], 'x:B': ['.1', '7'], 'x:C': ['-0.20'], 'x:D': [['9', 'x:M']] },
      parentIn: { r: { 'x:B': 1, 'x:C': -1, 'x:D': 1, 'x:E': 1 } },
    });
    expect(values).toEqual(['0.5', '0.3']);
    expect(reasoning).toEqual({
      rule: 'total',
      signCorrected: false,
      balance: 'debit',
      role: 'r',
      total: { concept: 'x:A', value: '0.5' },
      children: [
        { concept: 'x:B', weight: '1', value: '0.1' },
        { concept: 'x:C', weight: '-1', value: '-0.2' },
        { concept: 'x:D', weight: '1', value: null },
        { concept: 'x:E', weight: '1', value: null },
      ],
      otherRoles: [],
    });
  });

  it.each([
    ['a dollar column first', ['5@usd', '36@cny'], '100'],
    ['a part in dollars alone', ['5@usd'], '64'],
    ['a part as a number of shares', ['36@shares'], '64'],
    ['a part without a unit', ['36'], '64'],
    ['the other currency behind', ['36@cny', '5@usd'], '100'],
  ])('adds only facts in the unit of the total: %s', async (_, part, calculated) => {
    const parentIn = { r: { 'x:B': 1, 'x:C': 1 } };
    const facts = { 'x:A': ['100@cny', '14@usd'], 'x:B': part, 'x:C': ['64@cny', '9@usd'] };
    expect((await audit({ facts, parentIn })).values).toEqual(['100', calculated]);
  });

  it('derives a part from a total and siblings in its own unit', async () => {
    const childOf = { r: ['x:T', { 'x:A': 1, 'x:B': 1 }] } as const;
    const facts = { 'x:A': ['30@cny'], 'x:B': ['9@usd', '64@cny'], 'x:T': ['14@usd', '100@cny'] };
    expect((await audit({ facts, childOf })).values).toEqual(['30', '36']);
  });

  it('takes the role with the largest share of children present, the first on a tie', async () => {
    const facts = { 'x:A': ['10'], 'x:B': ['4'], 'x:C': ['5'] };
    const parentIn = {
      one: { 'x:B': 1, 'x:Z': 1 },
      two: { 'x:B': 1, 'x:C': 1 },
      three: { 'x:C': 1 },
    };
    const { values, reasoning } = await audit({ facts, parentIn });
    expect(values).toEqual(['10', '9']);
    expect(reasoning?.role).toBe('two');
    expect(reasoning?.otherRoles).toEqual([
      { role: 'one', present: 1, of: 2 },
      { role: 'three', present: 1, of: 1 },
    ]);
  });

  it.each([
    ['debit', false, '5'],
    ['credit', false, '5'],
    ['none', false, '5'],
    ['unknown', false, '-5'],
    ['debit', true, '-5'],
  ])('of balance %s, two-way %s, answers %s to -5', async (balance, isTwoWay, calculated) => {
    const { values, reasoning } = await audit({ facts: { 'x:A': ['-5'] }, balance, isTwoWay });
    expect(values).toEqual(['-5', calculated]);
    expect([reasoning?.rule, reasoning?.signCorrected]).toEqual(['reported', calculated === '5']);
  });

  it('corrects the sign of the sum when the total is negative', async () => {
    const facts = { 'x:A': ['-5'], 'x:B': ['-7'] };
    expect((await audit({ facts, parentIn: { r: { 'x:B': 1 } } })).values).toEqual(['-5', '7']);
  });

  it('derives a child from its parent and siblings, by its own weight', async () => {
    const facts = { 'x:A': ['3'], 'x:P': ['10'], 'x:B': ['4'] };
    const childOf = { r: ['x:P', { 'x:B': 1, 'x:A': -1 }] as const };
    expect((await audit({ facts, childOf })).values).toEqual(['3', '-6']);
    expect((await audit({ facts, childOf }, 'x_A')).values).toEqual(['3', '-6']);
  });

  it('answers 0 for a child when a sibling or the parent is missing, but corrects a sign', async () => {
    const childOf = { r: ['x:P', { 'x:A': 1, 'x:B': 1 }] as const };
    const { values, reasoning } = await audit({
      facts: { 'x:A': ['3'], 'x:P': ['10'], 'x:B': [['7', 'x:M']] },
      childOf,
    });
    expect([values, reasoning?.rule]).toEqual([['3', '0'], 'residual-incomplete']);
    const noParent = { 'x:A': ['3'], 'x:B': ['7'] };
    expect((await audit({ facts: noParent, childOf })).values).toEqual(['3', '0']);
    const negative = { 'x:A': ['-3'], 'x:P': ['10'], 'x:B': ['7'] };
    expect((await audit({ facts: negative, childOf })).values).toEqual(['-3', '3']);
  });

  it('never recomputes a fact with dimensions', async () => {
    const facts = { 'x:A': [['-.0130', 'x:M']] as const, 'x:B': ['7'] };
    const { values, reasoning, called } = await audit({ facts, parentIn: { r: { 'x:B': 1 } } });
    expect([values, reasoning?.rule]).toEqual([['-.0130', '0.013'], 'dimensional']);
    expect(called).not.toContain('get_calculation_network');
  });

  it('refuses a task that asks for something else', () => {
    const call = () => ({ instruction: 'What is the weather?' });
    expect(() => auditor({ question: {}, config: {}, call })).toThrow('asks for no audit');
  });
});
