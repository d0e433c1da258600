/** Detects UTF-8 text that was decoded as Latin-1 or Windows-1252 along the way. */

import type { Defect } from '../rows/row-defect.js';
import { excerpt } from '#values';

/** Lead bytes of UTF-8 as these encodings show them, each followed by a continuation byte. */
const pattern = /â[€\u0080][\u0080-\u00bf€™œ“”˜–—¦¢\u2020\u2021]?|[ÃÂ][\u0080-\u00bf]|ï»¿|\ufffd/;

/** A warning for each text that contains such a sequence. */
export function mojibakeIn(texts: Readonly<Record<string, string>>): Defect[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const match = pattern.exec(text);
    if (!match) return [];
    const from = Math.max(0, match.index - 10);
    const found = excerpt(text.slice(from, match.index + 12));
    return [{ what: 'the text was decoded wrongly on its way (mojibake)', field, found }];
  });
}
