/** The Markdown page beside an evaluation of reports: what a person reads of its JSON. */

import { meanOf } from '#metrics/sample/return-sample';

type Members = Readonly<Record<string, unknown>>;

/** Labels of the run's figures, by their members. */
const runFigures = {
  'Rating Distribution': 'rating_distribution',
  'Mean 5D Forward Return by Rating': 'mean_forward_return_per_rating_5d',
  'Mean 20D Forward Return by Rating': 'mean_forward_return_per_rating_20d',
  'Reports with Full Horizons': 'n_with_full_horizons',
  'Hit Rate 5D': 'hit_rate_5d',
  'Hit Rate 20D': 'hit_rate_20d',
  'Mean Dimension Scores': 'mean_dimension_scores',
};

const scoreNames = [
  'quantitative_alignment',
  'structure_and_format',
  'metadata_accuracy',
  'evidence_fidelity',
  'reasoning_quality',
];

/**
 * The page of an evaluation, with the headings and tables of HERCULEAN's. A member that is missing
 * or of another type is `N/A`, or left out: the evaluation may be any JSON object.
 */
export function evaluationPage(evaluation: Members): string {
  const run = membersOf(evaluation['run_metrics']);
  const reports = listOf(evaluation['per_report']).map(membersOf);
  const subject = `**Model:** ${cell(evaluation['model'])}`;
  const graded = `**Reports Evaluated:** ${cell(evaluation['reports_evaluated'])}`;
  const figures = Object.entries(runFigures).map(([label, key]) => row([label, cell(run[key])]));
  const blocks = [
    `# Report Evaluation: ${cell(evaluation['symbol'])}`,
    `${subject} | **Evaluation Date:** ${cell(evaluation['evaluation_date'])}\n` +
      `**Rubric:** ${cell(evaluation['rubric_version'])} | ${graded}`,
    '---',
    '## 1. Overall Assessment',
    textOr(evaluation['overall_assessment'], 'No overall assessment.'),
    '## 2. Run Metrics',
    ['| Metric | Value |', '|---|---|', ...figures].join('\n'),
    '## 3. Strengths and Weaknesses',
    `### Consistent Strengths\n${bulletsOf(evaluation['consistent_strengths'])}`,
    `### Consistent Weaknesses\n${bulletsOf(evaluation['consistent_weaknesses'])}`,
    '## 4. Per-Report Scorecard',
    [...scorecardHead, ...reports.map(scorecardRow)].join('\n'),
    '## 5. Per-Report Notes',
    ...reports.flatMap(notesOf),
    '## 6. Artifact Details',
    'Written from the evaluation beside it, which has all differences and checks.',
  ];
  return `${blocks.join('\n\n')}\n`;
}

const scorecardHead = [
  '| Date | Rating | Avg Score | Quant | Structure | Metadata | Evidence | Reasoning ' +
    '| 5D Outcome | 20D Outcome |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---|---|',
];

function scorecardRow(report: Members): string {
  const scores = membersOf(report['scores']);
  const forward = membersOf(report['forward_performance']);
  const given = Object.values(scores).filter((score) => typeof score === 'number');
  const mean = given.length === 0 ? 'N/A' : meanOf(given).toFixed(2);
  return row([
    cell(report['report_date']),
    cell(membersOf(report['extracted'])['rating']),
    mean,
    ...scoreNames.map((name) => cell(scores[name])),
    cell(forward['rating_outcome_5d']),
    cell(forward['rating_outcome_20d']),
  ]);
}

function notesOf(report: Members): string[] {
  const extracted = membersOf(report['extracted']);
  const forward = membersOf(report['forward_performance']);
  const warnings = listOf(extracted['parse_warnings']);
  const date = textOr(report['report_date'], 'unknown date');
  const lines = [
    `- **Rating:** ${cell(extracted['rating'])}`,
    `- **Forward Returns:** ${cell(membersOf(forward['horizons']))}`,
    `- **Notes:** ${textOr(report['notes'], 'No notes.')}`,
  ];
  if (warnings.length > 0) lines.push(`- **Parse Warnings:** ${cell(warnings)}`);
  return [`### ${date} — ${textOr(report['filename'], 'unknown file')}`, lines.join('\n')];
}

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : otherwise;

function bulletsOf(value: unknown): string {
  const items = listOf(value).map((item) => `- ${cell(item)}`);
  return items.length === 0 ? '- None recorded.' : items.join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A value within a line: numbers with four digits, lists and objects as JSON. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return 'N/A';
  if (typeof value === 'number') return numberText(value);
  const text = typeof value === 'string' ? value : jsonText(value);
  return text.replaceAll(/\s/g, ' ').replaceAll('|', '\\|');
}

const numberText = (value: number): string =>
  String(Number.isInteger(value) ? value : Number(value.toPrecision(4)));

/** JSON with a blank after each comma and colon. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${jsonText(member)}`,
  );
  return `{${members.join(', ')}}`;
}
