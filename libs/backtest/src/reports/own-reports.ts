/** Reports that people wrote, a Markdown file each: read from a folder, with the topic of each. */

import { basename } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { filesIn } from '#market-data/documents/folder-files';

/** What a document of an answer may hold. */
const [charsMax, topicMax] = [200_000, 300];

export interface OwnReport {
  /** Of its file, without the ending. */
  readonly name: string;
  /** Its first heading; without one, its first sentence. */
  readonly topic: string;
  readonly text: string;
}

/**
 * The files `*.md` directly inside a folder, by name. `InvalidInput` where there is none, for links, and for a file
 * that is not UTF-8, is empty, or has more than 200,000 characters.
 */
export function readOwnReports(folder: string): OwnReport[] {
  const reports = filesIn(folder, '.', /\.md$/).map(({ path, text: file }): OwnReport => {
    const where = basename(path);
    const text = file?.read().trim() ?? '';
    if (text === '' || text.length > charsMax) {
      const expected = `1 to ${charsMax} characters of UTF-8`;
      throw invalidInput('not a report', { where, expected, found: excerpt(text, 40) });
    }
    return { name: where.replace(/\.md$/, ''), topic: topicOf(text), text };
  });
  if (reports.length > 0) return reports;
  throw invalidInput('there are no reports', { where: folder, expected: 'files that end in .md' });
}

/** At most 300 characters, without Markdown marks. */
export function topicOf(report: string): string {
  const [, heading] = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/m.exec(report) ?? [];
  const stated = plain(heading ?? '') || firstSentence(plain(report));
  return [...stated].slice(0, topicMax).join('');
}

const firstSentence = (text: string): string =>
  /^.*?(?:[.!?](?=\s|$)|[。！？])/u.exec(text)?.[0] ?? text;

/** Links as their text; marks of emphasis, code, lists and quotes left out; white space as one space. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^(?:[ \t]*(?:[-*+>]|\d+\.)[ \t]+)+/gm, '')
    .replaceAll(/[*_`]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
