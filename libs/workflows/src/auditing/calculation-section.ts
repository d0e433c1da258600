/** Calculations behind answers as pictures, each with a table: those of failed cases first. */

import { calculationTreesMax, type CalculationTree } from '#contracts/result/report-pictures';
import type { ReportSection } from '#contracts/result/result';
import { tableSection } from '../workflow/report-section.js';
import { ruleWords, type AuditAnswer, type AuditSolution, type Reasoning } from './audit-answer.js';
import type { AuditVerdict } from './audit-verdict.js';

/** A case that was due in a run. */
export interface AuditedCase {
  readonly run: string;
  readonly id: string;
  /** In short. */
  readonly asked: string;
  /** `AnswerClass`, or `prose`. */
  readonly ended: string;
  readonly answer: AuditAnswer | undefined;
  readonly solution: AuditSolution | undefined;
  /** Null where no solution is known. */
  readonly verdict: AuditVerdict | null;
}

interface Reasoned extends AuditedCase {
  readonly reasoning: Reasoning;
}

/** Empty if no answer explains its value. */
export function calculationSection(cases: readonly AuditedCase[]): ReportSection[] {
  const reasoned = cases
    .flatMap((one): Reasoned[] => {
      const reasoning = one.answer?.reasoning;
      return reasoning?.total ? [{ ...one, reasoning }] : [];
    })
    .toSorted((one, other) => interestOf(other) - interestOf(one))
    .slice(0, calculationTreesMax);
  if (reasoned.length === 0) return [];
  const rows = reasoned.flatMap(({ run, id, reasoning }) => {
    const { rule, role, otherRoles } = reasoning;
    const parts = nodesOf(reasoning).map(({ label, weight, value }) => {
      return [run, id, label, weight, value ?? 'missing', rule, nameOf(role)];
    });
    const others = otherRoles.map((other) => {
      const words = `not used: ${other.present} of ${other.of} children present`;
      return [run, id, null, null, null, words, nameOf(other.role)];
    });
    return [...parts, ...others];
  });
  const section = tableSection(
    'Calculations',
    'Run|Task|Concept|Weight|Value|Rule|Role',
    rows,
    `How calculated values came about, of ${calculationTreesMax} answers at most: wrong ones ` +
      'first, then those that differ from what was reported.',
  );
  return [{ ...section, calculationTrees: reasoned.map(treeOf) }];
}

/** A role is a URI, whose end names it. */
const nameOf = (role: string | null): string | null =>
  role && role.slice(role.lastIndexOf('/') + 1);

function interestOf({ verdict, answer, reasoning }: Reasoned): number {
  if (verdict !== null && verdict.class !== 'right') return 2;
  const differs = answer?.extracted_value !== answer?.calculated_value;
  return differs || reasoning.signCorrected ? 1 : 0;
}

const nodesOf = ({ total, children }: Reasoning): CalculationTree['nodes'] => [
  { depth: 0, label: total!.concept, weight: null, value: total!.value },
  ...children.map(({ concept: label, weight, value }) => ({ depth: 1, label, weight, value })),
];

function treeOf({ run, id, asked, answer, reasoning }: Reasoned): CalculationTree {
  const { extracted_value: reported, calculated_value: value } = answer!;
  const words = [
    ruleWords[reasoning.rule],
    reasoning.signCorrected ? 'A negative value has the wrong sign: its absolute value.' : [],
    `Reported ${reported}, calculated ${value}.`,
    `Role: ${reasoning.role}`,
  ];
  const nodes = [...nodesOf(reasoning), { depth: 0, label: 'calculated', weight: null, value }];
  return { title: `${id}, ${run}: ${asked}`, text: words.flat().join(' '), nodes };
}
