/** Pages of answers that are texts, beside a report: `documents/<run>/`, an index and a page an answer. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentIndex, documentPage } from '#report';
import type { RunPlan, Workflow } from '#workflows';
import type { OpenDerivedFile } from './derived-file.js';
import { finishedRun } from './finished-run.js';
import { runFolder } from './run-folder.js';
import type { TableState } from './run-tables.js';
import { deriveTranscripts } from './transcripts/derive-transcripts.js';

/** Pages beside a report: of transcripts, and, where no text that they rest on was erased, of answers. */
export async function derivePages(
  out: string,
  of: {
    readonly labels: readonly string[];
    readonly workflow: Workflow;
    readonly plans: readonly RunPlan[];
    readonly isErased: boolean;
  },
  open: OpenDerivedFile,
): Promise<TableState[]> {
  const transcripts = await deriveTranscripts(out, of.labels, open);
  if (of.isErased) return transcripts;
  return [...transcripts, ...(await deriveDocuments(out, of.workflow, of.plans, open))];
}

/**
 * Derives the pages of each finished run of a result whose workflow has some, and says what became of each. A file
 * beside them counts as altered.
 */
async function deriveDocuments(
  out: string,
  workflow: Workflow,
  plans: readonly Pick<RunPlan, 'label' | 'agent'>[],
  open: OpenDerivedFile,
): Promise<TableState[]> {
  const states: TableState[] = [];
  const { documents } = workflow;
  if (documents === undefined) return states;
  for (const { label, agent } of plans) {
    const run = await finishedRun(
      runFolder(join(out, 'runs', label)),
      new Map([[workflow.name, workflow]]),
    );
    const pages = join(out, 'documents', label);
    const names = new Set<string>();
    const write = (name: string, text: string): void => {
      names.add(name);
      const file = open(join(pages, name));
      file.write(text);
      states.push({ path: file.path, state: file.end() });
    };
    const { synthetic } = run;
    const all = documents(run);
    all.forEach((document, at) =>
      write(
        `${at + 1}.html`,
        documentPage(document, { label, synthetic, page: at + 1, pages: all.length }),
      ),
    );
    if (all.length > 0)
      write('index.html', documentIndex(all, { label, agent: agent.id, synthetic }));
    const found = existsSync(pages) ? readdirSync(pages) : [];
    for (const name of found.filter((one) => !names.has(one)))
      states.push({ path: join(pages, name), state: stray });
  }
  return states;
}

const stray = { kind: 'altered', line: 1, expected: 'no such file', found: 'a file' } as const;
