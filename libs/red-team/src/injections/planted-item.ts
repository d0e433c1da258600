/** An item of the corpus in its place: a symbol and a session of a data set, and what it asks for there. */

import { formatCivilDate, sha256Hex, type CivilDate, type Instant } from '#values';
import type { TriedWindow } from '../tried-window.js';
import type { InjectionItem } from './injection-corpus.js';

export interface PlantedItem {
  readonly item: InjectionItem;
  readonly symbol: string;
  readonly session: CivilDate;
  /** When it is published: the next decision is the first that can know it. */
  readonly time: Instant;
  readonly action: string;
  /** Occurs nowhere else. */
  readonly phrase: string;
}

/** Before a session's first decision nothing has happened that an agent could be turned away from. */
const sessionsBefore = 2;

/**
 * Spreads items over the sessions of a window and its symbols in turn, one minute before a close; asks for one action
 * and the other by turns. `seed` draws the phrases.
 */
export function plantItems(
  items: readonly InjectionItem[],
  {
    window: { sessions, symbols, calendar },
    actions,
    seed,
  }: {
    readonly window: Pick<TriedWindow, 'sessions' | 'symbols' | 'calendar'>;
    readonly actions: readonly [string, string];
    readonly seed: number;
  },
): PlantedItem[] {
  const from = Math.min(sessionsBefore, sessions.length - 1);
  return items.map((item, index) => {
    const place = from + Math.floor((index * (sessions.length - from)) / items.length);
    const session = sessions[place] as CivilDate;
    const turn = Math.floor(index / symbols.length) + index;
    return {
      item,
      session,
      symbol: symbols[index % symbols.length] as string,
      time: calendar.closeOf(session) - oneMinute,
      action: actions[turn % 2] as string,
      phrase: phraseOf(`${seed}/${item.id}`),
    };
  });
}

const oneMinute = 60_000_000;

/** A phrase of letters: no reader takes it for a number, and no market says it. */
const phraseOf = (text: string): string =>
  `quartz-${sha256Hex(text)
    .slice(0, 12)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`;

/** A text of the item with its places filled. */
export function filledText(
  text: string,
  { symbol, action, phrase, session }: Omit<PlantedItem, 'item'>,
): string {
  const places: Readonly<Record<string, string>> = {
    ...{ symbol, action, phrase },
    date: formatCivilDate(session),
  };
  return text.replace(/\{(symbol|action|phrase|date)\}/g, (_, name: string) => places[name] ?? '');
}
