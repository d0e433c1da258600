/**
 * Rules on the syntax tree: long functions, packed lines, `any`, default exports, idle
 * tests, impure calls.
 */

import ts from 'typescript';
import type { Finding } from './finding.ts';
import { impureCall } from './impure-call.ts';
import { packingAt } from './packing.ts';
import { isPure, isSpec, type ProjectFile } from './project-files.ts';
import { asserts, idleTest } from './test-calls.ts';
import { isExcused } from './text.ts';

const functionLinesMax = 80;

/** The rule that a node breaks; undefined if none. */
type Breach = Pick<Finding, 'expected' | 'found'> & { readonly excusable?: boolean };
type Rule = (node: ts.Node, source: ts.SourceFile) => Breach | undefined;

export function checkSyntax(file: ProjectFile): Finding[] {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  const rules = rulesFor(file.path);
  const findings: Finding[] = [];
  let asserting = false;
  const visit = (node: ts.Node): void => {
    asserting ||= asserts(node);
    for (const rule of rules) {
      const breach = rule(node, source);
      if (breach === undefined) continue;
      const index = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      if (breach.excusable === true && isExcused(file.lines, index)) continue;
      const { expected, found } = breach;
      findings.push({ file: file.path, line: index + 1, expected, found });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (isSpec(file.path) && !asserting) {
    findings.push({
      file: file.path,
      line: 1,
      expected: 'a test that asserts',
      found: 'no expect(',
    });
  }
  return findings;
}

function rulesFor(path: string): Rule[] {
  const rules: Rule[] = [longFunction, anyType, packingAt];
  if (isSpec(path)) rules.push(idle);
  if (isPure(path)) rules.push(impure);
  if (path.startsWith('libs/')) rules.push(defaultExport, starExport);
  return rules;
}

const longFunction: Rule = (node, source) => {
  if (!ts.isFunctionLike(node) || isSuite(node)) return undefined;
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1;
  if (lines <= functionLinesMax) return undefined;
  return {
    expected: `a function of at most ${functionLinesMax} lines`,
    found: `${lines}`,
  };
};

/** The callback of `describe` groups tests; it is a chapter, not a function. */
function isSuite(node: ts.Node): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call)) return false;
  return /^(describe|suite)\b/.test(call.expression.getText());
}

const anyType: Rule = (node) =>
  node.kind === ts.SyntaxKind.AnyKeyword
    ? { expected: 'a type, or unknown and a check', found: 'any' }
    : undefined;

const defaultExport: Rule = (node) => {
  const isDefault =
    ts.isExportAssignment(node) ||
    (ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true);
  if (!isDefault) return undefined;
  return { expected: 'a named export', found: 'a default export', excusable: true };
};

const starExport: Rule = (node) =>
  ts.isExportDeclaration(node) && node.exportClause === undefined
    ? { expected: 'exports by name', found: 'export *' }
    : undefined;

const idle: Rule = (node) => {
  const found = idleTest(node);
  return found === undefined ? undefined : { expected: 'a test that always runs', found };
};

const impure: Rule = (node) => {
  const found = impureCall(node);
  if (found === undefined) return undefined;
  return { expected: 'a pure room: time, ids and seeds as arguments', found, excusable: true };
};
