/**
 * Width of a line of TypeScript. A line may be wider only where nothing in it can be broken: a
 * text with line breaks of its own, a word without a space, a pattern, the title of a test.
 */

import ts from 'typescript';
import type { Finding } from './finding.ts';
import type { ProjectFile } from './project-files.ts';

const columnsMax = 100;

export function checkColumns(file: ProjectFile): Finding[] {
  const wide = file.lines.flatMap((line, index) => (line.length > columnsMax ? [index] : []));
  if (wide.length === 0) return [];
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  const breakable = wide.filter((index) => !isUnbreakable(source, index, file.lines[index] ?? ''));
  return breakable.map((index) => ({
    file: file.path,
    line: index + 1,
    expected: `at most ${columnsMax} columns`,
    found: String(file.lines[index]?.length),
  }));
}

function isUnbreakable(source: ts.SourceFile, index: number, line: string): boolean {
  const start = source.getPositionOfLineAndCharacter(index, 0);
  const end = start + line.length;
  const comment = /^\s*(?:\/\/|\/?\*+)\s*(?<words>.*)$/.exec(line)?.groups?.['words'];
  const token = tokenAt(source, start + columnsMax);
  if (comment !== undefined && token.getStart(source) >= end) return !/\S\s+\S/.test(comment);
  const last = isPunctuation(token) ? tokenBefore(source, token, start) : token;
  return isUnbreakableToken(last) || hasTitle(source, start, end);
}

/** A text of one word, a pattern, or a template whose text has line breaks or is read by a tag. */
function isUnbreakableToken(token: ts.Node): boolean {
  if (ts.isRegularExpressionLiteral(token)) return true;
  if (ts.isStringLiteral(token)) return !token.text.includes(' ') || isName(token);
  let node = token;
  while (!ts.isStatement(node) && !ts.isSourceFile(node)) {
    if (ts.isTemplateLiteral(node)) {
      const text = node.getText();
      if (/\n/.test(text) || !text.includes(' ') || ts.isTaggedTemplateExpression(node.parent)) {
        return true;
      }
    }
    node = node.parent;
  }
  return false;
}

/** A string in the place of a name, or of a type, cannot be a sum of strings. */
function isName(token: ts.StringLiteral): boolean {
  return ts.isLiteralTypeNode(token.parent) || ts.isPropertyAssignment(token.parent)
    ? token.parent.getChildAt(0) === token
    : false;
}

/** `it('…', () => {`: the formatter keeps the title of a test on the line that opens it. */
function hasTitle(source: ts.SourceFile, start: number, end: number): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found || node.end < start || node.pos > end) return;
    const title = ts.isCallExpression(node) ? titleOf(node) : undefined;
    if (title !== undefined) found = title.getStart() >= start && title.end <= end;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function titleOf(call: ts.CallExpression): ts.Node | undefined {
  const [title] = call.arguments;
  if (title === undefined || !/^(?:it|test|describe)\b/.test(call.expression.getText())) {
    return undefined;
  }
  return ts.isStringLiteralLike(title) || ts.isTemplateExpression(title) ? title : undefined;
}

const isPunctuation = (token: ts.Node): boolean =>
  token.kind >= ts.SyntaxKind.FirstPunctuation && token.kind <= ts.SyntaxKind.LastPunctuation;

/** The token at this position; the whole file's end if there is none. */
function tokenAt(source: ts.SourceFile, position: number): ts.Node {
  let node: ts.Node = source;
  for (;;) {
    const child = node.getChildren(source).find((inside) => position < inside.end);
    if (child === undefined) return node;
    node = child;
  }
}

/** The last token of the line before a closing sequence such as `),`. */
function tokenBefore(source: ts.SourceFile, token: ts.Node, lineStart: number): ts.Node {
  let last = token;
  while (isPunctuation(last) && last.getStart(source) > lineStart) {
    last = tokenAt(source, last.getFullStart() - 1);
  }
  return last;
}
