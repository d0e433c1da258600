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

/**
 * Headings are arguments, by level; bullets belong to their heading, two blanks a level, and are
 * arguments unless they begin with `Evidence:`. The first heading is the root. Other lines are
 * skipped. Null without a heading.
 */
export function outlineOf(report: string): LogicNode | null {
  const path: Open[] = [];
  let headings = 0;
  for (const { text: line, heading, block } of markdownLines(report)) {
    const [, indent = '', bullet] =
      (block === null && /^( *)[-*+] +((?:[^ \n\r\u2028\u2029].*)?)$/.exec(line)) || [];
    if (heading === 0 && (bullet === undefined || path.length === 0)) continue;
    const kind = bullet?.startsWith(evidenceMark) ? 'evidence' : 'argument';
    const words = bullet ?? line.replace(/^ *#+ */, '');
    const text = words.slice(kind === 'evidence' ? evidenceMark.length : 0).trim();
    const level = heading > 0 ? heading - 1 : headings + Math.floor(indent.length / 2);
    const node: Open = { text, kind, children: [] };
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
