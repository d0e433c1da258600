/**
 * How a ranking moves from policy to policy: a line an agent, a column a policy, the
 * best at the top.
 */

import { markup, type Html } from '../html/html.js';
import { shortened } from '../words/figure-format.js';
import { toneOf } from './curve-legend.js';
import { relativePath } from './downsample.js';
import { percentText } from './line-chart.js';

interface RankLine {
  readonly agent: string;
  /** A rank for each policy, from 1; null if there is none. */
  readonly ranks: readonly (number | null)[];
  /** The figure behind each rank, as text. */
  readonly figures: readonly string[];
}

interface RankChart {
  /** Unique in the page; letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly policies: readonly string[];
  readonly lines: readonly RankLine[];
}

/** CSS pixels between two ranks, and above the first. */
const rankStep = 30;
const topMargin = 16;
/** The plot's own coordinates. */
const plotWidth = 2000;
const plotHeight = 1000;
/** Characters of a name that fit beside the plot. */
const nameMax = 18;

/**
 * The SVG. Each line can be focused, shows its ranks, and stands out while it has the focus
 * or the pointer.
 */
export function rankChart(chart: RankChart): Html {
  const { id, title, policies, lines } = chart;
  const ranks = Math.max(1, ...lines.flatMap((line) => line.ranks.map((rank) => rank ?? 1)));
  const height = (ranks - 1) * rankStep;
  const size = topMargin * 2 + height + 34;
  return markup`<svg class="chart" role="list" aria-labelledby="${id}-t" width="100%" height="${size}">
<title id="${id}-t">${title}</title>
${rankGrid(ranks)}${policyMarks(policies, height)}
${lines.map((line, at) => agentLine(line, toneOf(at), height, lines))}</svg>`;
}

const rankY = (rank: number): number => topMargin + (rank - 1) * rankStep;

function rankGrid(ranks: number): Html {
  const rows = Array.from({ length: ranks }, (_, at) => {
    const y = rankY(at + 1);
    return markup`<line x2="100%" y1="${y}" y2="${y}"/><text x="-14" y="${y}">${at + 1}</text>`;
  });
  return markup`<g class="values" aria-hidden="true">${rows}</g>`;
}

/** Names in two lines, the second starting at the middle; their numbers on a narrow screen. */
function policyMarks(policies: readonly string[], height: number): Html {
  const marks = policies.map((name, at) => {
    const x = percentOf(at, policies.length);
    let side;
    if (at === 0) {
      side = 'first';
    } else if (at === policies.length - 1) {
      side = 'last';
    } else {
      side = 'middle';
    }
    const [above, below] = halves(name);
    const text = (y: number, words: string): Html =>
      markup`<text class="${side} name" x="${x}" y="${y}">${words}</text>`;
    const number = markup`<text class="${side} number" x="${x}" y="18">${at + 1}</text>`;
    return markup`<line x1="${x}" x2="${x}" y2="4"/>${number}${text(18, above)}${below !== '' && text(32, below)}`;
  });
  const place = topMargin * 2 + height;
  return markup`<g class="dates" aria-hidden="true" transform="translate(0 ${place})">${marks}</g>`;
}

/** `ama-normal` and `long-short`: broken at the hyphen next to the middle. */
function halves(name: string): [string, string] {
  const breaks = [...name.matchAll(/-/g)].map(({ index }) => index);
  if (name.length <= nameMax || breaks.length === 0) return [name, ''];
  const middle = name.length / 2;
  const at = breaks.reduce((best, one) =>
    Math.abs(one - middle) < Math.abs(best - middle) ? one : best,
  );
  return [name.slice(0, at), name.slice(at + 1)];
}

function agentLine(
  { agent, ranks, figures }: RankLine,
  tone: string,
  height: number,
  lines: readonly RankLine[],
): Html {
  const labels = ranks.map((rank, at) => (rank === null ? 'none' : `${rank} (${figures[at]})`));
  const points = ranks.flatMap((rank, at) => (rank === null ? [] : [{ rank, at }]));
  const dots = points.map(({ rank, at }) => {
    const title = markup`<title>${agent}: ${rank}, ${figures[at] ?? ''}</title>`;
    return markup`<circle class="dot" cx="${percentOf(at, ranks.length)}" cy="${rankY(rank)}" r="5">${title}</circle>`;
  });
  const last = ranks.at(-1) ?? null;
  const name =
    last !== null &&
    markup`<text x="100%" dx="14" y="${nameY(agent, last, lines)}" dy=".32em">
${shortened(agent, nameMax)}</text>`;
  return markup`<g class="agent ${tone}" role="listitem" tabindex="0" aria-label="${agent}: ${labels.join(', ')}">
<svg y="${topMargin}" width="100%" height="${Math.max(1, height)}"
viewBox="0 0 ${plotWidth} ${plotHeight}" preserveAspectRatio="none" overflow="visible">
${pieces(ranks, height).map((path) => markup`<path class="curve ${tone}" d="${path}"/>`)}</svg>
${dots}${name}</g>
`;
}

/** Agents of one rank stand on one line: their names are drawn in it, one above the other. */
function nameY(agent: string, rank: number, lines: readonly RankLine[]): number {
  const equal = lines.filter((line) => line.ranks.at(-1) === rank).map((line) => line.agent);
  return rankY(rank) + (equal.indexOf(agent) - (equal.length - 1) / 2) * 13;
}

/** A path for each stretch of policies with a rank. */
function pieces(ranks: readonly (number | null)[], height: number): string[] {
  const starts = [...ranks.keys()].filter(
    (at) => ranks[at] !== null && (ranks[at - 1] ?? null) === null,
  );
  return starts.flatMap((from) => {
    const end = ranks.indexOf(null, from);
    const stretch = ranks.slice(from, end === -1 ? undefined : end);
    const points = stretch.map((rank, at): [number, number] => [
      fractionOf(from + at, ranks.length) * plotWidth,
      plotY(rank!, height),
    ]);
    return points.length > 1 ? [relativePath(points)] : [];
  });
}

const plotY = (rank: number, height: number): number =>
  height === 0 ? 0 : Math.round((((rank - 1) * rankStep) / height) * plotHeight);

const fractionOf = (at: number, count: number): number => (count === 1 ? 0.5 : at / (count - 1));

const percentOf = (at: number, count: number): string => percentText(fractionOf(at, count));
