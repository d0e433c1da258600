/**
 * Ways to pack several thoughts into one line: spread literals, tuples of unrelated values, and
 * conditional expressions in others.
 */

import ts from 'typescript';

interface Packing {
  readonly expected: string;
  readonly found: string;
}

/** The packing at this node; undefined if there is none. */
export function packingAt(node: ts.Node): Packing | undefined {
  if (isSpreadLiteral(node)) {
    return { expected: 'members of their own, not a spread literal', found: shortText(node) };
  }
  if (isTupleDeclaration(node) || isTupleAssignment(node)) {
    return { expected: 'a statement for each value', found: shortText(node) };
  }
  if (isNestedConditional(node)) {
    return { expected: 'an if, a function or a table', found: shortText(node) };
  }
  return undefined;
}

/** `a ? b : c ? d : e`, in any of the three places. */
function isNestedConditional(node: ts.Node): boolean {
  if (!ts.isConditionalExpression(node)) return false;
  const places = [node.condition, node.whenTrue, node.whenFalse];
  return places.some((place) => ts.isConditionalExpression(bare(place)));
}

/** `...{ a, b }` or `...[a, b]`. */
function isSpreadLiteral(node: ts.Node): boolean {
  if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node)) return false;
  const spread = bare(node.expression);
  return ts.isObjectLiteralExpression(spread) || ts.isArrayLiteralExpression(spread);
}

/** `const [a, b] = [x, y]`. A rest on either side shows that the array is one thing. */
function isTupleDeclaration(node: ts.Node): boolean {
  if (!ts.isVariableDeclaration(node) || !ts.isArrayBindingPattern(node.name)) return false;
  if (node.initializer === undefined) return false;
  const hasRest = node.name.elements.some(
    (element) => ts.isBindingElement(element) && element.dotDotDotToken !== undefined,
  );
  const values = listed(node.initializer);
  return !hasRest && values !== undefined && !values.some(ts.isSpreadElement);
}

/** `[a, b] = [x, y]`, except a swap: a value that reads a variable assigned before it. */
function isTupleAssignment(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node)) return false;
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const targets = listed(node.left);
  const values = listed(node.right);
  if (targets === undefined || values === undefined) return false;
  const names = targets.map((target) => target.getText());
  return !values.some((value, at) => names.slice(0, at).some((name) => reads(value, name)));
}

function reads(node: ts.Node, name: string): boolean {
  return node.getText() === name || node.getChildren().some((child) => reads(child, name));
}

function listed(node: ts.Expression): readonly ts.Expression[] | undefined {
  const list = bare(node);
  return ts.isArrayLiteralExpression(list) ? list.elements : undefined;
}

/** Without parentheses and `as const`. */
function bare(node: ts.Expression): ts.Expression {
  let inside = node;
  while (ts.isParenthesizedExpression(inside) || ts.isAsExpression(inside)) {
    inside = inside.expression;
  }
  return inside;
}

const shownMax = 40;

function shortText(node: ts.Node): string {
  const text = node.getText().replaceAll(/\s+/g, ' ');
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
