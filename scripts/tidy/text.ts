/** Rules that need no syntax tree: sizes, headers, unfinished work, and machine-specific paths. */

import type { Finding } from './finding.ts';
import type { ProjectFile } from './project-files.ts';

const linesMax = 500;
/** JavaScript only: TypeScript's limit knows the syntax of a line. */
const columnsMax = 120;
const code = /\.[cm]?[jt]s$/;

/** The name of a room's list of exports already describes it. */
const door = /^libs\/[^/]+\/src\/index\.ts$/;
/** The first thing of a file, after the line for the shell: a comment with a sentence in it. */
const header = /^(#!.*\n)?\/\*\*(?<words>[^]*?)\*\//;

interface LineRule {
  readonly pattern: RegExp;
  readonly expected: string;
  /** Every textual file, not only code. */
  readonly everywhere?: boolean;
  /** A line with `tidy-allow: <reason>`, on it or above it, is let through. */
  readonly excusable?: boolean;
}

const lineRules: readonly LineRule[] = [
  {
    pattern: /\b(TO-?DO|FIX-?ME)\b/,
    expected: 'finished work, or an issue outside of the code',
    everywhere: true,
  },
  {
    pattern: /(?<![\w.:/@-])\/(home|root|work)\/[\w.]/,
    expected: 'a path that exists on every machine',
    everywhere: true,
    excusable: true,
  },
  {
    pattern: /(?<=(\/\/|\*)[\t ]{0,9})@ts-(ignore|nocheck)\b/,
    expected: 'a type check that stays on',
  },
  {
    pattern: /(?<=(\/\/|\*)[\t ]{0,9})@ts-expect-error(?!:?\s+\S.{9})/,
    expected: 'a reason after @ts-expect-error',
  },
  {
    pattern: /\b(oxlint|eslint)-disable(-next-line|-line)?\b(?!.*--\s*\S.{9})/,
    expected: 'a reason after the switch of the linter (-- reason)',
  },
];

export function checkText(file: ProjectFile): Finding[] {
  const isCode = code.test(file.path);
  return [...(isCode ? checkShape(file) : []), ...checkLines(file, isCode)];
}

function checkShape({ path, text, lines }: ProjectFile): Finding[] {
  const findings: Finding[] = [];
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length;
  if (count > linesMax) {
    findings.push({
      file: path,
      line: linesMax + 1,
      expected: `at most ${linesMax} lines`,
      found: String(count),
    });
  }
  if (door.test(path)) return findings;
  const words = header.exec(text)?.groups?.['words']?.trim() ?? '';
  if (!/\S \S/.test(words) || !/[.:…]$/.test(words)) {
    findings.push({
      file: path,
      line: 1,
      expected: 'a header /** … */ with one sentence on what the file is for',
      found: words === '' ? 'none' : 'no sentence',
    });
  }
  return findings;
}

function checkLines({ path, lines }: ProjectFile, isCode: boolean): Finding[] {
  const rules = lineRules.filter((rule) => isCode || rule.everywhere === true);
  const isJavaScript = isCode && !path.endsWith('.ts');
  return lines.flatMap((line, index) => {
    const findings: Finding[] = [];
    const at = { file: path, line: index + 1 };
    if (isJavaScript && line.length > columnsMax) {
      const found = `${line.length}`;
      findings.push({ ...at, expected: `at most ${columnsMax} columns`, found });
    }
    for (const { pattern, expected, excusable } of rules) {
      const match = pattern.exec(line);
      if (match === null || (excusable === true && isExcused(lines, index))) continue;
      findings.push({ ...at, expected, found: match[0] });
    }
    return findings;
  });
}

const excuse = /\btidy-allow: \S.{9}/;

/** Whether the line (from 0), or the one above it, gives a reason for an exception. */
export function isExcused(lines: readonly string[], index: number): boolean {
  return excuse.test(lines[index] ?? '') || excuse.test(lines[index - 1] ?? '');
}
