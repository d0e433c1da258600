/**
 * Pages beside a report, each folder with an index: `documents/<run>/`, a page an answer, and
 * `transcripts/<run>/`.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentIndex, documentPage, TranscriptPages } from '#report';
import type { RunPlan, Workflow } from '#workflows';
import { alteredAt, type OpenDerivedFile, type TableState } from '../run-folder/derived-file.js';
import { finishedRun } from '../result/run-traces.js';
import { recordedRun } from '../run-folder/own-journal.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import { hasRecords } from '../run-folder/run-records.js';
import { recordedTranscripts } from '../transcripts/read-transcripts.js';

/**
 * Pages beside a report: of transcripts and, if no text that they rest on was erased, of answers.
 */
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
 * Derives the pages of each finished run of a result whose workflow has some, and returns the
 * outcome for each.
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
    const recorded = recordedRun(join(out, 'runs', label));
    const run = await finishedRun(recorded, new Map([[workflow.name, workflow]]));
    const pages = new PagesOfRun(join(out, 'documents', label), open);
    const { synthetic } = run;
    const all = documents(run);
    all.forEach((document, at) =>
      pages.write(
        `${at + 1}.html`,
        documentPage(document, { label, synthetic, page: at + 1, pages: all.length }),
      ),
    );
    if (all.length > 0)
      pages.write('index.html', documentIndex(all, { label, agent: agent.id, synthetic }));
    states.push(...pages.end());
  }
  return states;
}

/** Derives the pages of each run of a result with a recording, and returns the outcome for each. */
export async function deriveTranscripts(
  out: string,
  runs: readonly string[],
  open: OpenDerivedFile,
): Promise<TableState[]> {
  const states: TableState[] = [];
  for (const label of runs) {
    const folder = runFolder(join(out, 'runs', label));
    const pages = new PagesOfRun(join(out, 'transcripts', label), open);
    if (hasRecords(folder, 'asks')) {
      const run = await recordedTranscripts(folder);
      const drawn = new TranscriptPages({
        label,
        agent: run.agent,
        model: run.model,
        synthetic: readManifest(folder).tape.header.synthetic,
        write: (name, text) => pages.write(name, text),
      });
      for await (const decision of run.read()) drawn.add(decision);
      drawn.end();
    }
    states.push(...pages.end());
  }
  return states;
}

/**
 * The folder of the pages of a run. A file beside them, which does not follow from the run,
 * counts as altered.
 */
class PagesOfRun {
  private readonly states = new Map<string, TableState>();

  constructor(
    private readonly folder: string,
    private readonly open: OpenDerivedFile,
  ) {}

  write(name: string, text: string): void {
    const file = this.open(join(this.folder, name));
    file.write(text);
    this.states.set(name, { path: file.path, state: file.end() });
  }

  end(): readonly TableState[] {
    const found = existsSync(this.folder) ? readdirSync(this.folder) : [];
    const strays = found.filter((one) => !this.states.has(one));
    return [
      ...this.states.values(),
      ...strays.map((name) => ({ path: join(this.folder, name), state: stray })),
    ];
  }
}

const stray = alteredAt(1, 'no such file', 'a file');
