/**
 * What a report shows of audits: rates, cases that ended without a pair of values, each case,
 * and calculations.
 */

import { readAuditPrompt } from '#contracts/result/audit-case';
import type { ReportSection } from '#contracts/result/result';
import { tableSection } from '../workflow/report-section.js';
import type { ReportedTasks } from '../tasks/task-workflow.js';
import type { AuditOrProse, AuditSolution } from './audit-answer.js';
import { verdictOn } from './audit-verdict.js';
import { ratesOf } from './checks/audit-classes.js';
import { calculationSection, type AuditedCase } from './calculation-section.js';

type AuditRuns = ReadonlyMap<string, ReportedTasks<AuditOrProse, AuditSolution, object>>;

const listedMax = 500;

export function auditingSections(runs: AuditRuns): ReportSection[] {
  const cases = [...runs].flatMap(([run, { answers, solutions, asked }]) =>
    asked.map(({ id, instruction, class: ended }): AuditedCase => {
      const given = answers.get(id);
      const solution = solutions?.get(id);
      const verdict = solution ? verdictOn(given, solution, ended) : null;
      const own = { run, id, asked: askedIn(instruction), solution, verdict };
      const isProse = typeof given === 'string';
      return { ...own, ended: isProse ? 'prose' : ended, answer: isProse ? undefined : given };
    }),
  );
  const tables = [ratesSection, endsSection, casesSection].map((section) => section(cases));
  return [...tables, ...calculationSection(cases)];
}

function ratesSection(cases: readonly AuditedCase[]): ReportSection {
  const rows = [...Map.groupBy(cases, ({ run }) => run)].flatMap(([run, own]) => {
    const byCategory = Map.groupBy(own, ({ solution }) => solution?.category ?? 'none');
    const groups = [['all', own] as const, ...(byCategory.size > 1 ? byCategory : [])];
    return groups.flatMap(([category, members]) => {
      const classes = members.flatMap(({ verdict }) => verdict?.class ?? []);
      if (classes.length === 0) return [];
      return ratesOf(classes).map(({ name, count, of, rate, low, high }) => {
        return [run, category, name, count, of, rate, low, high];
      });
    });
  });
  return tableSection(
    'Rates',
    'Run|Category|Rate|#Count|#Cases|%Share|%Low|%High',
    rows,
    'Each case is judged in the order structure, extraction, calculation: ACC is the share ' +
      'that passes all three, SER, EER and CER are the shares that fail each first. They add up ' +
      'to 1 over all cases that were due; the intervals are Wilson’s, of 95%.',
  );
}

function endsSection(cases: readonly AuditedCase[]): ReportSection {
  const rows = [...Map.groupBy(cases, ({ run }) => run)].flatMap(([run, own]) => {
    const failed = own.filter(({ answer }) => answer === undefined);
    return [...Map.groupBy(failed, ({ ended }) => ended)].map(([ended, { length }]) => {
      return [run, ended, length, length / own.length];
    });
  });
  return tableSection(
    'Without a pair of values',
    'Run|How it ended|#Cases|%Of all',
    rows,
    'What SER consists of: cases that were due and have no valid answer. An answer is valid ' +
      'where both values are numbers, or both are null.',
  );
}

function casesSection(cases: readonly AuditedCase[]): ReportSection {
  const rows = cases.slice(0, listedMax).map(({ run, id, asked, ended, ...one }) => {
    const { answer, solution, verdict } = one;
    const values = [answer?.extracted_value ?? null, answer?.calculated_value ?? null];
    const expected = solution && `${solution.expected_extracted} / ${solution.expected_calculated}`;
    const judged = [verdict?.class ?? ended, verdict?.why ?? null];
    return [run, id, asked, ...values, expected ?? null, ...judged];
  });
  return tableSection(
    'Cases',
    'Run|Task|Asked|Extracted|Calculated|Expected|Verdict|Why',
    rows,
    'What each agent was asked and answered, and the first check that it fails.',
    ...(cases.length > listedMax ? [`The first ${listedMax} of ${cases.length} are listed.`] : []),
  );
}

/** The case in short; the whole instruction if it holds no case. */
function askedIn(instruction: string): string {
  const asked = readAuditPrompt(instruction);
  if (asked === undefined) return instruction;
  const { concept_id, period, filing_name, ticker, issue_time } = asked;
  return `${concept_id}, ${period}, ${filing_name}-${ticker}-${issue_time}`;
}
