/** What a reader of a result has to know of its data and its fills, below the table. */

import type { Result, TradingResult } from '#contracts/result/result';
import { feedGapWords, liveFeedWords } from '../words/live-feed.js';

const lineMax = 100;

/** Where the market came live, by which feed and since when, and what the feed lost. */
export function liveFeedNote(result: TradingResult): readonly string[] {
  const words = liveFeedWords(result);
  const gaps = feedGapWords(result);
  return [
    ...(words === undefined ? [] : wrapped(`live feed: ${words.feed}; ${words.irregularities}`)),
    ...(gaps === undefined ? [] : [`! ${gaps}: data is lost for good; the journal names each gap`]),
  ];
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
