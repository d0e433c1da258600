/** Clocks, random numbers, the process, and anything that depends on the machine's locale. */

import ts from 'typescript';

const members = new Set(['Date.now', 'Math.random']);
const owners = new Set(['process', 'console', 'globalThis', 'Atomics', 'Intl']);
const ownersOfClocks = /^performance\.(now|timeOrigin|mark|measure|toJSON)$/;
const methods =
  /^(randomUUID|randomBytes|randomInt|getRandomValues|localeCompare|toLocale\w*String)$/;
const functions = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'randomUUID',
  'randomBytes',
  'randomInt',
  'Date',
]);

/** The impure expression at this node, as it is written; undefined if there is none. */
export function impureCall(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return impureMember(node);
  if (ts.isElementAccessExpression(node)) return impureOwner(node.expression);
  if (ts.isNewExpression(node)) {
    const bare = node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0;
    return bare ? 'new Date()' : undefined;
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    return functions.has(node.expression.text) ? `${node.expression.text}(` : undefined;
  }
  return undefined;
}

function impureMember(node: ts.PropertyAccessExpression): string | undefined {
  const text = `${node.expression.getText()}.${node.name.text}`;
  if (members.has(text) || ownersOfClocks.test(text) || methods.test(node.name.text)) return text;
  return impureOwner(node.expression) === undefined ? undefined : text;
}

function impureOwner(owner: ts.Expression): string | undefined {
  return ts.isIdentifier(owner) && owners.has(owner.text) ? owner.text : undefined;
}
