/**
 * Verdicts on audits: the order of the checks, exact comparison, contested values, filings that
 * are not there.
 */

import { describe, expect, it } from 'vitest';
import { auditAnswer, auditSolution, type AuditAnswer } from './audit-answer.js';
import { verdictOn } from './audit-verdict.js';
import { ratesOf } from './checks/audit-classes.js';

const pair = (extracted_value: string | null, calculated_value: string | null): AuditAnswer => ({
  extracted_value,
  calculated_value,
});
const solution = { expected_extracted: '-.0130', expected_calculated: '0.013' };

describe('the structure of an answer', () => {
  it.each([
    ['-.0130', '0.013'],
    ['0', '0'],
    ['1e3', '+1000.'],
    [null, null],
  ])('%j and %j are a pair', (extracted, calculated) => {
    expect(auditAnswer.safeParse(pair(extracted, calculated)).success).toBe(true);
  });

  it.each([
    ['1', null, 'two numbers, or null and null where the filing is not found'],
    [null, '1', 'two numbers, or null and null where the filing is not found'],
    ['1,000', '1000', 'a number as XBRL writes it, such as -.0130, or null'],
    ['$5', '5', 'a number as XBRL writes it, such as -.0130, or null'],
    ['', '0', 'a number as XBRL writes it, such as -.0130, or null'],
    ['NaN', '0', 'a number as XBRL writes it, such as -.0130, or null'],
  ])('%j and %j are invalid', (extracted, calculated, why) => {
    const issues = auditAnswer.safeParse(pair(extracted, calculated)).error?.issues;
    expect(issues?.map(({ message }) => message)).toEqual([why]);
  });

  it('rejects JSON numbers and unknown members', () => {
    for (const answer of [
      { extracted_value: 1, calculated_value: 1 },
      { ...pair('1', '1'), note: '' },
      { extracted_value: '1' },
      '1',
    ]) {
      expect(auditAnswer.safeParse(answer).success).toBe(false);
    }
  });
});

describe('a verdict', () => {
  it('is right when both values are the same numbers, however they are written', () => {
    expect(verdictOn(pair('-0.013', '.01300'), solution)).toEqual({
      class: 'right',
      why: 'Both values are right.',
    });
  });

  it('compares exactly, beyond what binary numbers hold', () => {
    const exact = { expected_extracted: '0.1', expected_calculated: '9007199254740993' };
    expect(verdictOn(pair('0.1', '9007199254740993'), exact).class).toBe('right');
    expect(verdictOn(pair('0.1', '9007199254740992'), exact).class).toBe('calculation-error');
    expect(verdictOn(pair('0.10000000000000000001', '9007199254740993'), exact).class).toBe(
      'extraction-error',
    );
  });

  it('names the first check that fails, and why', () => {
    expect(verdictOn(undefined, solution, 'refused')).toEqual({
      class: 'structural-error',
      why: 'There is no valid pair of values: refused.',
    });
    expect(verdictOn(pair('0.013', '7'), solution)).toEqual({
      class: 'extraction-error',
      why: 'The reported value is -.0130; the answer says 0.013.',
    });
    expect(verdictOn(pair('-.0130', '-0.013'), solution)).toEqual({
      class: 'calculation-error',
      why: 'The calculated value is 0.013; the answer says -0.013.',
    });
  });

  it('accepts any of contested values', () => {
    const contested = {
      expected_extracted: '195',
      expected_calculated: '195',
      accept_extracted: ['194', '195'],
      accept_calculated: ['195', '194'],
    };
    expect(verdictOn(pair('194', '195'), contested).class).toBe('right');
    expect(verdictOn(pair('195', '193'), contested)).toEqual({
      class: 'calculation-error',
      why: 'The calculated value is 195 (also right: 194); the answer says 193.',
    });
  });

  it('of null and null is right when there is no such filing, and nowhere else', () => {
    const gone = { expected_found: false, expected_extracted: null, expected_calculated: null };
    expect(verdictOn(pair(null, null), gone).class).toBe('right');
    expect(verdictOn(pair('0', '0'), gone)).toEqual({
      class: 'extraction-error',
      why: 'The reported value is null; the answer says 0.',
    });
    expect(verdictOn(pair(null, null), solution).class).toBe('extraction-error');
  });
});

it('a solution is what a line of cases has beyond the case', () => {
  const line = { ...solution, category: 'sign', rationale: 'text', details: {} };
  expect(auditSolution.parse(line)).toEqual({ ...solution, category: 'sign' });
  expect(auditSolution.safeParse({ expected_extracted: 'ten' }).success).toBe(false);
});

it('rates are shares of at least one case, one class each, and add up to 1', () => {
  const right = 'right';
  const structure = 'structural-error';
  const rows = ratesOf([right, right, structure, 'calculation-error']);
  expect(rows.map(({ name, count, of, rate }) => [name, count, of, rate])).toEqual([
    ['ACC', 2, 4, 0.5],
    ['SER', 1, 4, 0.25],
    ['EER', 0, 4, 0],
    ['CER', 1, 4, 0.25],
  ]);
  expect(() => ratesOf([])).toThrow('a share is a count of a count');
});
