/**
 * The licenses of the packages whose source text a bundle includes: they ask for their text
 * to come along.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const licenseFile = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

/** The folders of the packages that these files belong to. */
export function packageFolders(files: readonly string[]): string[] {
  const marker = `${sep}node_modules${sep}`;
  const folders = files
    .filter((file) => file.includes(marker))
    .map((file) => {
      const start = file.lastIndexOf(marker) + marker.length;
      const parts = file.slice(start).split(sep);
      const length = parts[0]?.startsWith('@') ? 2 : 1;
      return file.slice(0, start) + parts.slice(0, length).join(sep);
    });
  return [...new Set(folders)].sort();
}

/**
 * Name, version and license of the package in this folder, and the texts of its license and notice.
 */
export function licenseOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string; author?: string | { name: string } };
  const files = readdirSync(folder).filter((entry) => licenseFile.test(entry));
  const owner = typeof author === 'object' ? author.name : author;
  const text =
    files.length === 0
      ? `Its package has no file with the license. Author: ${owner ?? 'not stated'}.`
      : files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return `${name} ${version} (${license ?? 'see below'})\n\n${text}\n`;
}
