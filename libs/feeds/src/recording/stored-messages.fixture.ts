/** A recording of JSON messages with given arrival times, and the replay of its folder. */

import { mkdirSync } from 'node:fs';
import { parseYaml } from '#contracts/parsing/yaml-document';
import type { Instant } from '#values';
import type { Dataset } from '#market-data';
import { feedDescriptionSchema, type FeedDescription } from '../port/feed-description.js';
import type { FeedNote } from '../port/feed.js';
import { readFacts } from './fact-words.fixture.js';
import type { FoldCounts } from '../fold/fold-counts.js';
import { FrameLog } from '../frames/frame-log.js';
import { readRecording } from './read-recording.fixture.js';
import { openRecordingDataset } from './recording-dataset.js';
import { prepareRecording } from './recording-folder.js';
import { frameTime } from '../fold/session-schedule.js';

/** A message, or a note of the recorder, and when it arrived. */
export type StoredMessage =
  | { readonly at: Instant; readonly body: unknown }
  | { readonly at: Instant; readonly note: FeedNote };

/** A feed of two coins around the clock; `members` as in `feed.yaml`. */
export const describedMessages = (members: string): FeedDescription =>
  parseYaml(
    `name: coins\ncalendar: 24/7\ncurrency: USD\nsymbols: [BTC, ETH]\n${members}`,
    'feed.yaml',
    feedDescriptionSchema,
  );

export interface Replayed {
  /** As formatted by `factWords`, without those of sessions. */
  readonly facts: string[];
  readonly counts: FoldCounts;
  readonly dataset: Dataset;
}

/** Stores the messages as a recorder does, and replays the folder. */
export async function replayedMessages(
  folder: string,
  description: FeedDescription,
  messages: readonly StoredMessage[],
): Promise<Replayed> {
  mkdirSync(folder, { recursive: true });
  prepareRecording(folder, description);
  const log = new FrameLog(folder);
  for (const { at, ...what } of messages) {
    const receivedAt = frameTime(at, log.lastTime);
    if ('note' in what) log.append({ kind: 'note', receivedAt, note: what.note });
    else {
      const bytes = Buffer.from(JSON.stringify(what.body));
      log.append({ kind: 'data', receivedAt, channel: 'line', bytes });
    }
  }
  log.close();
  const facts: string[] = [];
  const { source } = await readRecording(folder);
  await readFacts(source, facts);
  return {
    facts: facts.filter((fact) => !fact.includes(' session')),
    counts: source.fold.counts,
    dataset: await openRecordingDataset(folder),
  };
}
