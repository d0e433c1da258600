/** What a reader of a result has to know of its data and its fills, below the table. */

import type { Result, TradingResult } from '#contracts/result';
import { liveFeedWords } from './live-feed.js';

const lineMax = 100;

/** Where the market came live, by which feed and since when. */
export function liveFeedNote(result: TradingResult): readonly string[] {
  const words = liveFeedWords(result);
  if (words === undefined) return [];
  return wrapped(`live feed: ${words.feed}; ${words.irregularities}`);
}

/** The notes of the scenario, each on as many lines as it takes. */
export function scenarioNotes({ scenario }: Result): readonly string[] {
  return scenario.notes.flatMap((note) => wrapped(`note: ${note}`));
}

/** A text on lines that fit; the second and later ones are indented. */
export function wrapped(text: string, width = lineMax): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `  ${word}`;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
