/** Texts of news that a recording holds: noted by their frames, and decoded from these when they are asked for. */

import { sha256Hex } from '#values';
import type { DocumentRef } from '#contracts';
import type { DocumentStore } from '../../dataset.js';
import type { FeedDecoder } from '../feed-item.js';
import { readFrameAt, type FramePlace } from './frame-reader.js';

export class NewsTexts implements DocumentStore {
  private readonly places = new Map<string, FramePlace>();

  constructor(private readonly decoder: FeedDecoder) {}

  /** Notes a text of the frame that stands there. */
  claim(text: string, place: FramePlace): DocumentRef {
    const sha256 = sha256Hex(text);
    if (!this.places.has(sha256)) this.places.set(sha256, place);
    return { sha256, chars: text.length };
  }

  get(sha256: string): string | undefined {
    const place = this.places.get(sha256);
    if (place === undefined) return undefined;
    const frame = readFrameAt(place);
    if (frame.kind !== 'data') return undefined;
    for (const item of this.decoder.decode(frame)) {
      if (item.kind !== 'news' || item.body === null) continue;
      if (sha256Hex(item.body) === sha256) return item.body;
    }
    return undefined;
  }
}
