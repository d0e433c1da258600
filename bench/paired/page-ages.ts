/**
 * Pages of figures that are much older than what they measure: a warning each, as nobody reads the
 * date of a page.
 */

import { git } from './git.js';

/** A page of figures, and what it measures. */
export interface FigurePage {
  readonly page: string;
  /** Its rooms: folders whose commits may change the figures. */
  readonly rooms: readonly string[];
  /** Writes it. */
  readonly command: string;
}

/** How far HEAD is from the last commit that changed a page. */
export interface PageAge {
  readonly days: number;
  /** Commits since that changed the rooms. */
  readonly commits: number;
}

const daysMax = 7;
const commitsMax = 400;
const secondsPerDay = 86_400;

export const figurePages: readonly FigurePage[] = [
  {
    page: 'docs/reference/performance.md',
    rooms: ['apps/cli', 'bin', 'libs'],
    command: 'npm run bench',
  },
  {
    page: 'docs/reference/performance-peers.md',
    rooms: ['apps/cli', 'bin', 'libs', 'bench/peers'],
    command: 'npm run bench:peers',
  },
  {
    page: 'docs/reference/performance-cluster.md',
    rooms: ['apps', 'libs', 'scripts/cluster', 'bench/cluster'],
    command: 'npm run bench:cluster',
  },
  {
    page: 'docs/reference/performance-live.md',
    rooms: ['libs', 'bench/live'],
    command: 'npm run bench:live',
  },
];

/** A line on a page that is too old, or whose age is unknown (null); null for all others. */
export function ageLine({ page, command }: FigurePage, age: PageAge | null): string | null {
  if (age === null) return `${page}: the history at hand does not tell its age`;
  const { days, commits } = age;
  // A page of last week may be many commits old, and one of last year may have nothing
  // new to measure.
  if (days <= daysMax || commits <= commitsMax) return null;
  const since = `${Math.floor(days)} days and ${commits} commits of what it measures`;
  return `warning: ${page} is ${since} old: \`${command}\` writes it again`;
}

/** By the last commit that changed the page; null where the history does not go back to it. */
export function ageOfPage(checkout: string, { page, rooms }: FigurePage): PageAge | null {
  const format = '--format=%H %ct %P';
  const head = git(checkout, 'log', '-1', format);
  const changed = git(checkout, 'log', '-1', format, '--', page);
  if (head === null || changed === null || changed === '') return null;
  const [, headTime] = head.split(' ');
  const [commit, changeTime, parent] = changed.split(' ');
  // The first commit of a shallow clone seems to have written every file that was there.
  const isShallow = git(checkout, 'rev-parse', '--is-shallow-repository') === 'true';
  if (isShallow && (parent === undefined || parent === '')) return null;
  const commits = git(checkout, 'rev-list', '--count', `${commit}..HEAD`, '--', ...rooms);
  const days = (Number(headTime) - Number(changeTime)) / secondsPerDay;
  return { days, commits: Number(commits) };
}
