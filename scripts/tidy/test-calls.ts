/** Calls in test files: whether they assert, and whether a test is switched off or runs alone. */

import ts from 'typescript';

const runners = new Set(['it', 'test', 'describe', 'suite']);
const switches = new Set(['skip', 'only', 'todo', 'skipIf', 'runIf']);
const contexts = new Set(['context', 'ctx', 't']);

/** `expect(…)`, or `fc.assert(…)`, which throws by itself. */
export function asserts(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  return /^(expect|fc\.assert)$/.test(node.expression.getText());
}

/** The way in which a test is kept from running with the others; undefined when it is not. */
export function idleTest(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const root = rootOf(node);
    const off = switches.has(node.name.text) && (runners.has(root) || contexts.has(root));
    return off ? `${root}.${node.name.text}` : undefined;
  }
  if (ts.isCallExpression(node) && runners.has(rootOf(node.expression))) return optionOf(node);
  return undefined;
}

/** `it('…', {skip: true}, …)`. */
function optionOf(call: ts.CallExpression): string | undefined {
  const options = call.arguments.find((argument) => ts.isObjectLiteralExpression(argument));
  const off = options?.properties.find(
    ({ name }) => name !== undefined && switches.has(name.getText()),
  );
  return off?.getText();
}

/** The leftmost identifier of `a.b(c).d`. */
function rootOf(node: ts.Node): string {
  let at = node;
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at)) at = at.expression;
  return ts.isIdentifier(at) ? at.text : '';
}
