/** Names of files and folders: a room whose name lacks a noun has no clear idea. */

import type { Finding } from './finding.ts';
import type { ProjectFile } from './project-files.ts';

const nounless = /^(common|shared|core|misc|base|(.+-)?(utils?|helpers?))$/;
const sourceRooms = /^(apps|libs|test|bench|scripts|examples)\//;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function checkNames({ path }: ProjectFile): Finding[] {
  if (!sourceRooms.test(path)) return [];
  const finding = (expected: string, found: string): Finding => ({
    file: path,
    line: 1,
    expected,
    found,
  });
  const segments = path.split('/').map((segment) => segment.replace(/\..*$/, ''));
  const empty = segments.filter((segment) => nounless.test(segment));
  const findings = empty.map((segment) => finding('a name that says what is in it', segment));
  const name = segments.at(-1) ?? '';
  if (path.endsWith('.ts') && !kebabCase.test(name)) {
    findings.push(finding('a file name in kebab-case', name));
  }
  return findings;
}
