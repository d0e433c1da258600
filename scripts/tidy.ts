/**
 * The house rules that no linter knows: sizes, headers, names, and clocks or dice in pure rooms.
 */

import { checkBulk } from './tidy/bulk.ts';
import { checkColumns } from './tidy/columns.ts';
import { checkFolders } from './tidy/folders.ts';
import { checkNames } from './tidy/names.ts';
import { describeFinding, type Finding } from './tidy/finding.ts';
import { projectFiles } from './tidy/project-files.ts';
import { checkSyntax } from './tidy/syntax.ts';
import { checkText } from './tidy/text.ts';

/** All findings of the tree at `root`, by file and line. */
function findingsOf(root: string): { files: number; findings: Finding[] } {
  const files = projectFiles(root);
  const findings = files.flatMap((file) => [
    ...checkNames(file),
    ...checkText(file),
    ...(/\.[cm]?[jt]s$/.test(file.path) ? checkSyntax(file) : []),
    ...(file.path.endsWith('.ts') ? checkColumns(file) : []),
  ]);
  return {
    files: files.length,
    findings: [...findings, ...checkFolders(files), ...checkBulk(root)],
  };
}

const { files, findings } = findingsOf(process.argv[2] ?? '.');
for (const finding of findings) console.log(describeFinding(finding));
console.log(`tidy: ${files} files, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
