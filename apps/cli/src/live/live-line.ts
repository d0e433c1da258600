/** One line on how live runs are: clock, sessions, feed, and what the agents have and have missed. */

import { formatInstant, printable, type Instant } from '#values';
import type { LiveRunState } from '#backtest';
import type { FeedStatus } from '#market-data/feeds/live-recording';
import { connectionWords, counted, lagLine, noticeWords } from '../feed/feed-words.js';

export interface LiveState {
  readonly now: Instant;
  readonly facts: number;
  readonly sessionsClosed: number;
  readonly feed: FeedStatus;
  readonly runs: readonly LiveRunState[];
}

/** Agents that are named; the others are counted. */
const agentsMax = 4;

/** Plain text on one line. Runs of one agent are added up. */
export function liveLine({ now, facts, sessionsClosed, feed, runs }: LiveState): string {
  return [
    formatInstant(now - (now % 1_000_000)),
    connectionWords(feed),
    `${counted(facts, 'fact')}, ${counted(sessionsClosed, 'session')}`,
    ...(feed.lagMs === null ? [] : [lagLine(feed.lagMs)]),
    ...(feed.waiting > 0 ? [`${counted(feed.waiting, 'frame')} waiting`] : []),
    gapsOf(feed),
    ...(feed.unreadable > 0 ? [`${feed.unreadable} unreadable`] : []),
    ...noticeWords(feed),
    ...agentsOf(runs),
  ].join(' · ');
}

function gapsOf({ gapsOpen, gapsRepaired, gapsLost, reconciled }: FeedStatus): string {
  const found = reconciled > 0 ? `, ${counted(reconciled, 'item')} from the history` : '';
  if (gapsOpen + gapsRepaired + gapsLost === 0) return `no gaps${found}`;
  const open = gapsOpen > 0 ? `, ${gapsOpen} open` : '';
  return `gaps: ${gapsRepaired} repaired, ${gapsLost} lost${open}${found}`;
}

function agentsOf(runs: readonly LiveRunState[]): readonly string[] {
  const agents = [...Map.groupBy(runs, ({ agent }) => agent)];
  const named = agents.slice(0, agentsMax).map(([agent, own]) => {
    const equity = own.reduce((sum, run) => sum + run.equity, 0).toFixed(2);
    const count = (of: keyof LiveRunState['coverage']): number =>
      own.reduce((sum, { coverage }) => sum + coverage[of], 0);
    const lost = (['late', 'missing', 'failed', 'invalid'] as const)
      .filter((kind) => count(kind) > 0)
      .map((kind) => `${count(kind)} ${kind}`);
    const asked = own.some(({ isAsked }) => isAsked) ? ['asked'] : [];
    const notes = [counted(count('due'), 'decision'), ...lost, ...asked].join(', ');
    return `${printable(agent, 24)} ${equity} (${notes})`;
  });
  const rest = agents.length - named.length;
  return rest > 0 ? [...named, counted(rest, 'more agent')] : named;
}
