/**
 * Pairs of a tree and a report by a seeded writer: topics split or explored downward, claims
 * written upward.
 */

import { seededRandom, type SeededRandom } from '#values';
import type { LogicNode } from '../terms/logic-tree.js';
import { evidenceMark } from './outline.js';

const companies = ['Alder Works', 'Dune Foods', 'Kestrel Air', 'Marble Bank', 'Orchid Chemicals'];
/** What topics are split by, a list a level. */
const splits = [
  ['demand', 'pricing', 'costs', 'cash flow', 'market share', 'supply', 'debt', 'hiring'],
  ['in Europe', 'in Asia', 'in North America', 'in Latin America', 'in Africa'],
  ['for retail clients', 'for large firms', 'for public bodies', 'for resellers'],
  ['through own shops', 'through partners', 'over the web', 'by subscription'],
  ['before the merger', 'after the merger', 'under the new plan', 'at constant rates'],
];
const measures = ['Revenue', 'Volume', 'The backlog', 'The unit price', 'The margin', 'Output'];
const asides = [
  'The points below were looked at one by one.',
  'None of them decides the matter by itself, and some will change with the next accounts.',
  'Figures are those that were reported, without adjustments of any kind.',
  'Where two sources differ, the later one was used.',
];

/** Keeps a tree small enough to be submitted. */
const splitsMax = 9;

/** A written topic: its claim, and whether it speaks for the company. */
interface Written {
  readonly node: LogicNode;
  readonly isGood: boolean;
}

/**
 * The pair at this place, from 0, of the set with this seed: of twenty forms of depth (2 to 6 below
 * the root) and width (2 to 5), each sparse at first and denser later. The report is Markdown: two
 * levels of headings, bullets below them, evidence marked as such.
 */
export function treePair(seed: number, at: number) {
  const random = seededRandom(`tree ${seed} ${at}`);
  const deepest = 2 + (at % 5);
  const width = 2 + (Math.floor(at / 5) % 4);
  /** Chance that a topic other than the first is split as well. */
  const share = 0.08 * (Math.floor(at / 20) % 5);
  let left = splitsMax;
  const split = (topic: string, depth: number): Written => {
    if (depth === deepest - 1) return explored(topic, width, random);
    const parts = Array.from({ length: width }, (_, part) => {
      const list = splits[depth]!;
      const own =
        depth === 0 ? `${list[part]} of ${topic}` : `${topic} ${list[part % list.length]}`;
      const isOther = part > 0 && random.next() < share && left > 0;
      if (isOther) left--;
      if (part === 0 || isOther) return split(own, depth + 1);
      return explored(own, 1 + random.below(width), random);
    });
    return claimed(topic, parts);
  };
  const { node: tree } = split(drawn(companies, random), 0);
  return { tree, report: reportOf(tree, random) };
}

const drawn = <T>(list: readonly T[], random: SeededRandom): T => list[random.below(list.length)]!;

/** A topic that is narrow enough: evidence is drawn for it. */
function explored(topic: string, pieces: number, random: SeededRandom): Written {
  const evidence = Array.from({ length: pieces }, (): Written => {
    const isGood = random.next() < 0.6;
    const change = `${isGood ? 'rose' : 'fell'} ${((1 + random.below(300)) / 10).toFixed(1)} %`;
    const quarter = `Q${1 + random.below(4)} ${2019 + random.below(6)}`;
    const text = `${drawn(measures, random)} ${change} in ${quarter} (${topic})`;
    return { isGood, node: { text, kind: 'evidence', children: [] } };
  });
  return claimed(topic, evidence);
}

/** The conclusion of the points below a topic. */
function claimed(topic: string, parts: readonly Written[]): Written {
  const good = parts.filter(({ isGood }) => isGood).length;
  const isGood = 2 * good >= parts.length;
  const view = isGood ? 'favorable' : 'poor';
  const text = `The view on ${topic} is ${view}: ${good} of ${parts.length} points speak for it`;
  return { isGood, node: { text, kind: 'argument', children: parts.map(({ node }) => node) } };
}

function reportOf(tree: LogicNode, random: SeededRandom): string {
  const lines: string[] = [];
  const write = ({ text, kind, children }: LogicNode, depth: number): void => {
    if (depth < 2) {
      const aside = Array.from({ length: 1 + random.below(8) }, () => drawn(asides, random));
      lines.push(`${'#'.repeat(depth + 1)} ${text}`, '', aside.join(' '), '');
    } else {
      const mark = kind === 'evidence' ? evidenceMark : '';
      lines.push(`${'  '.repeat(depth - 2)}- ${mark}${text}`);
    }
    for (const child of children) write(child, depth + 1);
    if (depth === 1) lines.push('');
  };
  write(tree, 0);
  return lines.join('\n');
}
