/** The rates of audits as judges find them, beside those of code, and how far the two agree. */

import type { ReportSection } from '#contracts/result/result';
import { cohenKappa } from '#metrics/agreement/coefficients';
import { wilsonInterval } from '#metrics/proportions/shares';
import { type Figure, figureOf, shareFigure } from '#metrics/sample/figure';
import { reliabilityCells } from '../../workflow/judged-scores.js';
import type { JudgedSolution, Judgment } from '../../workflow/judgment.js';
import { bounds, tableSection } from '../../workflow/report-section.js';
import { type AuditClass, classBy, ratesOf } from './audit-classes.js';

/** A judgment by checks. */
interface CheckedRow {
  readonly judge: string;
  readonly judgment: Judgment;
  readonly solution: JudgedSolution;
}

/** All solutions: an answer that no judge judged was still an answer. */
type Solutions = Iterable<JudgedSolution>;

const classOf = ({ judgment }: Pick<CheckedRow, 'judgment'>): AuditClass =>
  classBy(judgment.scores ?? {});

const codeClassOf = ({ solution }: Pick<CheckedRow, 'solution'>): AuditClass | undefined =>
  solution.checked?.class as AuditClass | undefined;

/**
 * Cases without an answer, by agent: no judge is asked about them, and they fail the check of
 * structure. Of runs without an answer nothing is known.
 */
function unansweredOf(solutions: Solutions): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const own of Map.groupBy(solutions, ({ run }) => run).values()) {
    const { agent, checked } = own[0]!;
    const missing = (checked?.cases ?? own.length) - own.length;
    counts.set(agent, (counts.get(agent) ?? 0) + missing);
  }
  return counts;
}

const missingClasses = (count: number) => Array<AuditClass>(count).fill('structural-error');

/** The rates of one judge over all configurations, and the share in which code agrees. */
export function checkFigures(
  rows: readonly Omit<CheckedRow, 'judge'>[],
  solutions: Solutions,
): [string, Figure][] {
  if (rows.length === 0) return [];
  const missing = [...unansweredOf(solutions).values()].reduce((sum, count) => sum + count, 0);
  const rates = ratesOf([...rows.map(classOf), ...missingClasses(missing)]);
  const known = rows.filter((row) => codeClassOf(row) !== undefined);
  const same = known.filter((row) => codeClassOf(row) === classOf(row)).length;
  const agreed = shareFigure(same, known.length, 'the audited data has no solutions');
  return [
    ...rates.map(({ name, rate }): [string, Figure] => [name, figureOf(rate)]),
    ['asCode', agreed],
  ];
}

export function checkSections(rows: readonly CheckedRow[], solutions: Solutions): ReportSection[] {
  const unanswered = unansweredOf(solutions);
  return [ratesSection(rows, unanswered), agreementSection(rows)];
}

function ratesSection(
  rows: readonly CheckedRow[],
  unanswered: ReadonlyMap<string, number>,
): ReportSection {
  const byAgent = [...Map.groupBy(rows, ({ solution }) => solution.agent)];
  const table = byAgent.flatMap(([agent, all]) =>
    [...Map.groupBy(all, ({ judge }) => judge)].flatMap(([judge, own]) => {
      const missing = missingClasses(unanswered.get(agent) ?? 0);
      const known = own.flatMap((row) => codeClassOf(row) ?? []);
      const byCode = known.length < own.length ? null : ratesOf([...known, ...missing]);
      return ratesOf([...own.map(classOf), ...missing]).map((rate, at) => [
        agent,
        judge,
        rate.name,
        rate.count,
        rate.of,
        rate.rate,
        rate.low,
        rate.high,
        byCode?.[at]?.rate ?? null,
      ]);
    }),
  );
  return tableSection(
    'Rates by judges',
    'Configuration|Judge|Rate|#Count|#Cases|%Share|%Low|%High|%By code',
    table,
    'ACC is the share of cases that pass the checks of structure, extraction and calculation; ' +
      'SER, EER and CER are the shares that fail each first, as the judge finds it and as code ' +
      'does by the solutions. Cases without a valid answer fail the check of structure, and no ' +
      'judge is asked about them; answers without a judgment are left out of both. The ' +
      'intervals are Wilson’s, of 95%.',
  );
}

function agreementSection(rows: readonly CheckedRow[]): ReportSection {
  const table = [...Map.groupBy(rows, ({ judge }) => judge)].flatMap(([judge, own]) => {
    const known = own.flatMap((row) => {
      const code = codeClassOf(row);
      return code === undefined ? [] : [[placeOf(classOf(row)), placeOf(code)] as const];
    });
    if (known.length === 0) return [];
    const count = known.filter(([one, other]) => one === other).length;
    const interval = wilsonInterval({ count, of: known.length });
    const kappa = cohenKappa(known, 'none', { seed: 'checks' });
    const [, ...coefficient] = reliabilityCells(kappa);
    const share = count / known.length;
    return [[judge, known.length, count, share, ...bounds(interval), ...coefficient]];
  });
  return tableSection(
    'Judges and code',
    'Judge|#Answers|#Same verdict|%Agreement|%Low|%High|#Kappa|#Low|#High',
    table,
    'In how many answers a judge finds the verdict of code: right, or the same first failure. ' +
      'The share has a Wilson interval of 95%; Cohen’s kappa is agreement beyond chance.',
  );
}

const classes: readonly AuditClass[] = [
  'right',
  'structural-error',
  'extraction-error',
  'calculation-error',
];
const placeOf = (found: AuditClass): number => classes.indexOf(found);
