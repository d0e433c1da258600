/**
 * Finds the regular expressions of a source file by its syntax tree: literals, and calls that
 * build patterns.
 */

import ts from 'typescript';

interface PatternLiteral {
  /** As written: `/source/flags`. */
  readonly literal: string;
  readonly line: number;
}

interface PatternBuilder {
  readonly line: number;
  /** Where the word `RegExp` starts in the file, from 0. */
  readonly offset: number;
  /** The innermost variable or function that the call is in; empty without one. */
  readonly name: string;
  /** The call runs while its module loads, and never again. */
  readonly isOfModule: boolean;
}

export interface FoundPatterns {
  readonly literals: readonly PatternLiteral[];
  readonly builders: readonly PatternBuilder[];
  /** Uses that the analysis cannot follow. */
  readonly opaque: readonly { readonly line: number; readonly found: string }[];
}

/** These methods of strings compile a string argument into a pattern. */
const compiling = new Set(['match', 'matchAll', 'search']);

/** Reads `text` as the TypeScript or JavaScript file at `path`; lines count from 1. */
export function findPatterns(path: string, text: string): FoundPatterns {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const literals: PatternLiteral[] = [];
  const builders: PatternBuilder[] = [];
  const opaque: { line: number; found: string }[] = [];
  const visit = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    if (ts.isRegularExpressionLiteral(node)) literals.push({ literal: node.text, line: line + 1 });
    if (isBuilder(node)) {
      builders.push({
        line: line + 1,
        offset: node.expression.getStart(source),
        name: nameOf(node),
        isOfModule: isOfModule(node),
      });
    }
    if (isOpaque(node)) opaque.push({ line: line + 1, found: node.parent.getText(source) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, builders, opaque };
}

/** `new RegExp(…)` or `RegExp(…)`. */
function isBuilder(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}

function isOfModule(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at)) return false;
  }
  return true;
}

function nameOf(node: ts.Node): string {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isVariableDeclaration(at)) return at.name.getText();
    if (ts.isFunctionDeclaration(at) && at.name !== undefined) return at.name.text;
    if (ts.isMethodDeclaration(at)) return at.name.getText();
  }
  return '';
}

/** The constructor under another name, or a string that a method of strings compiles. */
function isOpaque(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIdentifier(node) && node.text === 'RegExp') {
    if (ts.isNewExpression(parent) || ts.isCallExpression(parent))
      return parent.expression !== node;
    if (ts.isBinaryExpression(parent)) {
      return parent.operatorToken.kind !== ts.SyntaxKind.InstanceOfKeyword;
    }
    return !ts.isTypeNode(parent) && !ts.isPropertyAccessExpression(parent);
  }
  return (
    (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
    ts.isCallExpression(parent) &&
    parent.arguments[0] === node &&
    ts.isPropertyAccessExpression(parent.expression) &&
    compiling.has(parent.expression.name.text)
  );
}
