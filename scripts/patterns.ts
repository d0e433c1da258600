/**
 * Refuses patterns whose time grows faster than the text. A pattern is linear by recheck, or the
 * list of bounded patterns says what bounds its input. `--accept` keeps the verdicts on new
 * patterns, `--all` asks about all again.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verdictOn } from './patterns/analyze.ts';
import { bounded, builtAtRunTime } from './patterns/bounded-patterns.ts';
import { patternsOf } from './patterns/project-patterns.ts';
import { describeFinding } from './tidy/finding.ts';

const root = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '.';
const verdicts = 'scripts/patterns/linear.txt';
const list = 'scripts/patterns/bounded-patterns.ts';
const all = process.argv.includes('--all');
const accept = process.argv.includes('--accept');

const { uses, builders, findings } = await patternsOf(root);
const kept = readFileSync(join(root, verdicts), 'utf8').split('\n').filter(Boolean);
const linear = new Set(all ? [] : kept);
const listed = new Map(bounded.map((entry) => [`${entry.file} ${entry.name}`, entry]));

interface Place {
  readonly file: string;
  readonly line: number;
}
const report = ({ file, line }: Place, expected: string, found: string): void => {
  findings.push({ file, line, expected, found });
};

/**
 * Asks about each pattern that has no verdict yet, and that no entry of the list covers everywhere.
 */
for (const [pattern, places] of Map.groupBy(uses, (use) => use.pattern)) {
  const open = places.filter(({ file, name }) => !listed.has(`${file} ${name}`));
  if (linear.has(pattern) || open.length === 0) continue;
  const verdict = await verdictOn(pattern);
  if (verdict !== 'linear') {
    const expected = `a linear pattern, or its bound in ${list}`;
    for (const use of open) report(use, expected, `${verdict}: ${use.name}`);
    continue;
  }
  linear.add(pattern);
  if (kept.includes(pattern) || accept) continue;
  report(open[0]!, `a line in ${verdicts} (node scripts/patterns.ts --accept)`, pattern);
}

const used = new Set(uses.map(({ file, name }) => `${file} ${name}`));
for (const { file, name } of bounded) {
  const place = { file: list, line: 1 };
  if (!used.has(`${file} ${name}`)) report(place, 'patterns of the product', `${file}: ${name}`);
}
const sites = new Set(builders.map(({ file, name }) => `${file} ${name}`));
const known = new Set(builtAtRunTime.map(({ file, name }) => `${file} ${name}`));
for (const { file, line, name } of builders) {
  if (known.has(`${file} ${name}`)) continue;
  report({ file, line }, `a pattern that loads with its module, or a reason in ${list}`, name);
}
for (const { file, name } of builtAtRunTime) {
  const place = { file: list, line: 1 };
  if (!sites.has(`${file} ${name}`)) report(place, 'calls of the product', `${file}: ${name}`);
}

const current = new Set(uses.map(({ pattern }) => pattern));
const lines = [...linear].filter((pattern) => current.has(pattern)).toSorted();
if (accept) {
  writeFileSync(join(root, verdicts), lines.map((line) => `${line}\n`).join(''));
} else {
  for (const pattern of kept.filter((line) => !current.has(line))) {
    const expected = 'a pattern of the product (node scripts/patterns.ts --accept)';
    findings.push({ file: verdicts, line: kept.indexOf(pattern) + 1, expected, found: pattern });
  }
}
for (const finding of findings) console.log(describeFinding(finding));
console.log(
  `patterns: ${current.size} patterns, ${listed.size} bounded, ${builtAtRunTime.length} built ` +
    `at run time, ${findings.length} findings`,
);
// Workers of recheck would keep the process alive.
process.exit(findings.length > 0 ? 1 : 0);
