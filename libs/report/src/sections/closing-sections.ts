/**
 * The means to check a report: the policies in full, the hashes, and the meaning of the figures.
 */

import { canonicalJson } from '#values';
import type { ExecutionPolicy } from '#contracts';
import type { Result, RunResult } from '#contracts/result/result';
import { formatQuantity } from '../words/figure-format.js';
import { code, dataTable, folded, type Section, termList, text } from '../html/elements.js';
import { markup } from '../html/html.js';
import { metricCatalogue, metricMeanings } from '../table/metric-catalogue.js';

/** Every distinct policy of the result, each of its rules spelled out; null if it has none. */
export function policySection({ runs }: Result): Section | null {
  const found = runs.flatMap(({ policy }) => policy ?? []);
  if (found.length === 0) return null;
  const policies = new Map(found.map((policy) => [canonicalJson(policy), policy]));
  const spelledOut = [...policies.values()].map(
    (policy) =>
      markup`<h3>${policy.name}, version ${policy.version}</h3>${termList(policyRules(policy))}\n`,
  );
  return {
    id: 'policy',
    title: 'Execution policy',
    link: 'Policy',
    content: markup`${spelledOut}`,
  };
}

/** Each rule of a policy in words, by its label; every policy has the same labels. */
export function policyRules(policy: ExecutionPolicy): readonly (readonly [string, string])[] {
  return [
    ['Market orders fill at', fillText(policy)],
    ['HOLD means', policy.hold === 'keep' ? 'keep the position' : 'close the position'],
    ['Short positions', policy.short ? 'allowed' : 'not allowed'],
    ['Size', sizeText(policy.size)],
    ['Lot', policy.lotSize === 0 ? 'any fraction of a share' : formatQuantity(policy.lotSize)],
    ['Fee', basisPoints(policy.feeBps)],
    ['Slippage', basisPoints(policy.slippageBps)],
    ['Borrow, a year', basisPoints(policy.borrowBpsPerYear)],
    ['Dividends', policy.dividends],
    ['At the end', policy.liquidate ? 'positions are closed' : 'positions stay open'],
    ['Return divides by', policy.basis === 'capital' ? 'the capital' : 'the first mark'],
  ];
}

/** With latency and participation, if the policy has them. */
function fillText({ fill, latencyMs, participation }: ExecutionPolicy): string {
  const delay = latencyMs === undefined ? [] : [`from ${formatQuantity(latencyMs)} ms on`];
  const part =
    participation === undefined ? [] : [`${formatQuantity(participation * 100)}% of each at most`];
  return [fill.replace('-', ' '), ...delay, ...part].join(', ');
}

function sizeText(size: ExecutionPolicy['size']): string {
  if (size === 'all-in') return 'all in';
  if (size === 'weights') return 'by weights';
  if ('shares' in size) return `${formatQuantity(size.shares)} shares`;
  return `${formatQuantity(size.fraction * 100)}% of equity`;
}

function basisPoints(value: number): string {
  return `${formatQuantity(value)} bp`;
}

/** The tape's hash, and for each run its journal's hash and the command that checks it. */
export function verificationSection({ tape, runs }: Result): Section {
  const table = dataTable('Journals', 'Journals', runs as readonly RunResult[], [
    text('Folder of the run', ({ run }) => run),
    text('Journal, SHA-256', ({ journalHash }) => code(journalHash)),
    text('Verify', ({ run }) => code(`tapefold verify runs/${run}`)),
  ]);
  const content = markup`<p>${code('tapefold verify runs/<run>')}, called in the folder of this page, checks
the journal’s chain of hashes, runs again from the manifest and compares the two, event by event.</p>
${termList([
  ['Tape', code(tape.id)],
  ['Tape, SHA-256', code(tape.hash)],
])}${folded('Journal hash of each run', table)}`;
  return { id: 'verify', title: 'Verify', content };
}

/** Label and meaning of every figure of the catalogue; null where nothing is traded. */
export function meaningsSection({ scenario }: Result): Section | null {
  if (scenario.market === undefined) return null;
  const meanings = metricCatalogue.map(
    ([name, label]) => markup`<dt>${label}</dt><dd>${metricMeanings[name]}</dd>\n`,
  );
  const list = markup`<dl class="meanings">${meanings}</dl>`;
  const content = markup`<p>All figures are measured on the marks at session closes and scaled to a year by the
calendar. Intervals come from a stationary block bootstrap of the run’s own returns.</p>
${folded('Each figure in a sentence', list)}`;
  return { id: 'meanings', title: 'What the figures mean', link: 'Figures', content };
}
