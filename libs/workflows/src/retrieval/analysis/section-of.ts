/** Sections of a report that list figures with their intervals. */

import type { Interval, ReportSection } from '#contracts/result';
import { normalInterval, wilsonInterval } from '#metrics/proportions/share-intervals';
import type { Answers, ScoredAnswer } from './scored-answer.js';

type Row = NonNullable<ReportSection['table']>['rows'][number];

/** `heads` are titles of columns between bars: `#` comes before one of numbers, `%` before one of fractions. */
export function sectionOf(title: string, heads: string, rows: Row[], text: string[] = []) {
  const columns = heads.split('|').map((head) => {
    const format = ({ '#': 'number', '%': 'percent' } as const)[head[0] as '#' | '%'] ?? 'text';
    return { title: head.replace(/^[#%]/, ''), format };
  });
  return { title, text, table: { columns, rows } } satisfies ReportSection;
}

export const bounds = (interval: Interval | null): Row =>
  interval === null ? [null, null] : [interval.low, interval.high];

/**
 * A row for each configuration and group: how often `counted` is true in the group; without it, how large the group is
 * in its configuration. `heads` are those of what `groupOf` gives.
 */
export function shareSection(
  [title, heads, ...text]: readonly [string, string, ...string[]],
  answers: Answers,
  groupOf: (answer: ScoredAnswer) => readonly string[],
  counted?: 'right' | 'gaveUp' | 'firstQueryHit',
): ReportSection {
  const byName = Map.groupBy(answers, ({ configuration }) => configuration.name);
  const rows = [...byName].flatMap(([name, own]) =>
    [...Map.groupBy(own, (one) => groupOf(one).join('|')).values()].map((group) => {
      const isCounted = (one: ScoredAnswer): boolean => one[counted!] === true;
      const [some, all] = counted ? [group.filter(isCounted), group] : [group, own];
      const share = { count: some.length, of: all.length };
      const intervals = [wilsonInterval(share), normalInterval(share)].flatMap(bounds);
      const cells = [share.count, share.of, share.count / share.of, ...intervals];
      return [name, ...groupOf(group[0]!), ...cells];
    }),
  );
  const figures = '#Count|#Of|%Share|%Low|%High|%Low, normal|%High, normal';
  return sectionOf(title, `Configuration|${heads}${figures}`, rows, text);
}
