/**
 * The folder of a recording besides its frames: `recording.yaml`, which describes how
 * its tape is made.
 */

import { existsSync, lstatSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { canonicalJson, conflict, excerpt, invalidInput, unavailable } from '#values';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { boundedText } from '#files';
import { feedDescriptionSchema, type FeedDescription } from '../port/feed-description.js';
import { framesPath } from '../frames/frame-log.js';

export const recordingName = 'recording.yaml';
export const lockName = '.tapefold-lock';
/** Increases with each change to the meaning of stored frames. */
export const recordingFormat = 3;
const bytesMax = 1 << 22;

const recordingSchema = z.strictObject({
  /** Version of the folder and its frames, and of their meaning. */
  format: z.literal(recordingFormat),
  description: feedDescriptionSchema,
});

/**
 * Members of a feed that determine the meaning of its frames; addresses, credentials and
 * pauses may change.
 */
const decoding = ['kind', 'mappings', 'encoding'] as const;
const decisive = [
  'name',
  'calendar',
  'currency',
  'currencies',
  'symbols',
  'frequency',
  'bars',
  'closeDelayMs',
  'lateAfterMs',
  'aheadMaxMs',
  'behindMaxMs',
] as const;

/**
 * Throws `InvalidInput` with the line of an error in the file, for a link or a pipe in its place,
 * and for a recording of an earlier format.
 */
export function readRecordingDescription(folder: string): FeedDescription {
  const path = join(folder, recordingName);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw invalidInput(`the folder has no ${recordingName}`, { where: basename(folder) });
  }
  if (!stats.isFile()) {
    const expected = 'a file of the recording: a link may lead out of its folder';
    throw invalidInput('not a file', { where: path, expected });
  }
  requireFormat(folder);
  const text = boundedText(path, path, bytesMax);
  return parseYaml(text, recordingName, recordingSchema).description;
}

/** Up to format 2, frames were in segments in a folder. */
function requireFormat(folder: string): void {
  const where = join(folder, 'frames');
  if (!existsSync(where)) return;
  throw invalidInput('the recording was written by an earlier version of Tapefold', {
    where,
    expected: `format ${recordingFormat}: the file ${basename(framesPath(folder))}`,
    found: 'format 2: a folder of segments, as versions before the append-only table wrote it',
  });
}

/**
 * Begins a recording in the folder, or checks that its frames match this description: `Conflict`
 * names the member that changed, or reports that the folder holds something else.
 */
export function prepareRecording(folder: string, description: FeedDescription): void {
  if (existsSync(join(folder, recordingName))) {
    return requireSame(folder, readRecordingDescription(folder), description);
  }
  requireFormat(folder);
  if (existsSync(framesPath(folder))) {
    const expected = `an empty folder, or one with a ${recordingName}`;
    throw conflict('the folder holds something else', { where: folder, expected });
  }
  const about = '# A recording of Tapefold. The frames beside it are decoded as it says.\n';
  const file: z.infer<typeof recordingSchema> = { format: recordingFormat, description };
  writeWhole(join(folder, recordingName), about + stringify(file));
}

function requireSame(folder: string, before: FeedDescription, now: FeedDescription): void {
  for (const member of decisive) requireEqual(folder, member, before[member], now[member]);
  const [feedBefore, feedNow] = [before.feed, now.feed].map(membersOf);
  for (const member of decoding) {
    requireEqual(folder, `feed.${member}`, feedBefore?.get(member), feedNow?.get(member));
  }
}

const membersOf = (feed: object): ReadonlyMap<string, unknown> => new Map(Object.entries(feed));

function requireEqual(folder: string, member: string, before: unknown, now: unknown): void {
  const [expected, found] = [before, now].map((value) => canonicalJson(value ?? null));
  if (expected === found) return;
  throw conflict(`the recording was started with another description: ${member} is different`, {
    where: join(folder, recordingName),
    expected: `${excerpt(expected, 200)}; record into another folder`,
    found: excerpt(found, 200),
  });
}

/** Writes under another name first, so that readers only ever see the complete file. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.part`;
  try {
    writeFileSync(draft, text, { flush: true });
    renameSync(draft, path);
  } catch (cause) {
    throw unavailable('the recording cannot be created', { where: path, cause });
  }
}
