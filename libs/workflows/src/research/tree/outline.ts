/**
 * Reads the tree of a template report by its outline: headings, bullets, marked evidence. No
 * model is asked.
 */

import type { ToolRule } from '#agents/seat/work';
import type { LogicNode } from '../terms/logic-tree.js';
import { markdownLines } from '../text/report-measures.js';

export const evidenceMark = 'Evidence: ';

interface Open extends LogicNode {
  readonly children: Open[];
}

/** The text of a bullet, undefined in a line without one, and the blanks before it. */
function bulletIn(line: string) {
  const [, indent = '', bullet] = /^( *)[-*+] +((?:[^ \n\r\u2028\u2029].*)?)$/.exec(line) ?? [];
  return { indent, bullet };
}

const argument = (words: string): Open => ({ text: words.trim(), kind: 'argument', children: [] });

function nodeOf(bullet: string): Open {
  if (!bullet.startsWith(evidenceMark)) return argument(bullet);
  return { text: bullet.slice(evidenceMark.length).trim(), kind: 'evidence', children: [] };
}

/**
 * Headings are arguments, by level; bullets belong to their heading, two blanks a level, and are
 * arguments unless they begin with `Evidence:`. The first heading is the root. Other lines are
 * skipped. Null without a heading.
 */
export function outlineOf(report: string): LogicNode | null {
  const path: Open[] = [];
  let headings = 0;
  for (const { text: line, heading, block } of markdownLines(report)) {
    const { indent, bullet } = bulletIn(block === null ? line : '');
    if (heading === 0 && (bullet === undefined || path.length === 0)) continue;
    const level = heading > 0 ? heading - 1 : headings + Math.floor(indent.length / 2);
    const node = bullet === undefined ? argument(line.replace(/^ *#+ */, '')) : nodeOf(bullet);
    // A node is at most one level below the one before it, and only the first is the root.
    path.length = Math.min(path.length, Math.max(level, 1));
    path.at(-1)?.children.push(node);
    path.push(node);
    if (heading > 0) headings = path.length;
  }
  return path[0] ?? null;
}

/** Submits the outline of the report that is asked about. */
export const outline: ToolRule = ({ question, call }) => {
  const { inputs } = question['task'] as { inputs: Readonly<Record<string, string>> };
  call('submit_answer', { answer: { tree: outlineOf(inputs['report'] ?? '') } });
};
