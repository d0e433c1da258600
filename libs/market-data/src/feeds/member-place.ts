/** Where a member of a description is, for errors that are found after it was read: its file, its line and its name. */

import { readFileSync } from 'node:fs';
import { yamlLineOf } from '#contracts/yaml-document';
import type { FeedContext } from './feed-context.js';
import { recordingName } from './recording/recording-folder.js';

/** `member` as in `feed.key`. Its name alone where nobody knows the file, or where the file is gone. */
export function memberPlace(member: string, { file }: Pick<FeedContext, 'file'>): string {
  if (file === undefined) return member;
  const path = [...(file.endsWith(recordingName) ? ['description'] : []), ...member.split('.')];
  try {
    const line = yamlLineOf(readFileSync(file, 'utf8'), path);
    return line === undefined ? `${file}: ${member}` : `${file} line ${line}: ${member}`;
  } catch {
    return `${file}: ${member}`;
  }
}
