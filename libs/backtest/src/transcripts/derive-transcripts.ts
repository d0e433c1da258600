/** The pages of transcripts beside a report: `transcripts/<run>/`, an index and the decisions in pages. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TranscriptPages } from '#report';
import type { OpenDerivedFile } from '../derived-file.js';
import { readManifest, runFolder } from '../run-folder.js';
import type { TableState } from '../run-tables.js';
import { recordedRun } from './read-transcripts.js';

/**
 * Derives the pages of each run of a result with a recording, and says what became of each. A file beside them that
 * does not follow from the recording counts as altered.
 */
export async function deriveTranscripts(
  out: string,
  runs: readonly string[],
  open: OpenDerivedFile,
): Promise<TableState[]> {
  const states: TableState[] = [];
  for (const label of runs) {
    const folder = runFolder(join(out, 'runs', label));
    const pages = join(out, 'transcripts', label);
    const names = new Set<string>();
    if (existsSync(folder.asks)) {
      const run = await recordedRun(folder);
      const drawn = new TranscriptPages({
        ...{ label, agent: run.agent, model: run.model },
        synthetic: readManifest(folder).tape.header.synthetic,
        write: (name, text) => {
          names.add(name);
          const file = open(join(pages, name));
          file.write(text);
          states.push({ path: file.path, state: file.end() });
        },
      });
      for await (const decision of run.read()) drawn.add(decision);
      drawn.end();
    }
    const found = existsSync(pages) ? readdirSync(pages) : [];
    for (const name of found.filter((one) => !names.has(one)))
      states.push({ path: join(pages, name), state: stray });
  }
  return states;
}

const stray = { kind: 'altered', line: 1, expected: 'no such file', found: 'a file' } as const;
