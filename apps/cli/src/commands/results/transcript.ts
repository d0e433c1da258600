/** `tapefold transcript`: a model's prompts, reasoning, calls and submissions, and their cost. */

import { writeFileSync } from 'node:fs';
import { invalidInput, printable, unavailable } from '#values';
import { atifTrajectory, type DecisionTranscript } from '#llm';
import {
  bodiesIn,
  decisionNamed,
  readManifest,
  readTranscripts,
  runFolder,
  type StreamName,
  type RecordedTranscripts,
  type WantedDecision,
} from '#backtest';
import { type Options, textOf } from '../../program/option-value.js';
import { runNamed } from '../../output/run-named.js';
import { printedCommand } from '../../program/printed-command.js';
import { textTable } from '../../program/text-table.js';
import { transcriptLines } from '../../output/transcript-lines.js';
import { print, printSlowly } from '../../program/print.js';

type Wanted = (decision: WantedDecision) => boolean;

export async function transcriptCommand(path: string, options: Options): Promise<void> {
  const decision = textOf(options['decision']);
  const atif = textOf(options['atif']);
  const records = textOf(options['records']);
  if (records !== undefined) {
    const folder = runFolder(runNamed(path));
    readManifest(folder);
    for (const line of bodiesIn(folder, records as StreamName)) await printSlowly(line);
    return;
  }
  const recorded = await readTranscripts(runNamed(path));
  const all = recorded.flatMap(({ decisions }) => decisions);
  const wanted = decision === undefined ? () => true : decisionNamed(decision, all);
  const runs = recorded.filter(({ decisions }) => decisions.some(wanted));
  if (atif !== undefined) {
    await exportAtif(onlyRun(runs), wanted, atif);
  } else if (runs.length > 1 && decision === undefined) {
    print(overview(runs));
  } else {
    await printDecisions(runs, wanted, options['full'] === true ? Infinity : charactersMax);
  }
}

/** Maximum per text, unless all is requested: results of tools can have megabytes. */
const charactersMax = 4000;

async function printDecisions(
  runs: readonly RecordedTranscripts[],
  wanted: Wanted,
  most: number,
): Promise<void> {
  for (const run of runs) {
    for await (const decision of run.read(wanted)) {
      await printSlowly(transcriptLines(run.label, decision, most).join('\n'));
    }
  }
}

function overview(runs: readonly RecordedTranscripts[]): string {
  const rows = runs.map(({ label, agent, model, decisions }) => [
    printable(label, 80),
    printable(agent, 40),
    printable(model ?? '', 80),
    String(decisions.length),
  ]);
  const [first] = runs;
  const show = printedCommand(['transcript', first?.path ?? '']);
  return [
    textTable([['run', 'agent', 'model', 'decisions'], ...rows]),
    '',
    `A run's transcripts: ${show}`,
  ].join('\n');
}

function onlyRun(runs: readonly RecordedTranscripts[]): RecordedTranscripts {
  const [run] = runs;
  if (run !== undefined && runs.length === 1) return run;
  throw invalidInput('a trajectory covers only one run', {
    where: '--atif',
    expected: 'the folder of a run, inside runs/',
    found: `a result with ${runs.length} recorded runs`,
  });
}

async function exportAtif(run: RecordedTranscripts, wanted: Wanted, file: string): Promise<void> {
  const decisions: DecisionTranscript[] = [];
  for await (const decision of run.read(wanted)) decisions.push(decision);
  const text = `${JSON.stringify(atifTrajectory(decisions, run), null, 2)}\n`;
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw unavailable('the trajectory cannot be written', { where: file, cause });
  }
  const attempts = decisions.reduce((sum, one) => sum + one.attempts.length, 0);
  print(`${file}: ${decisions.length} decisions, ${attempts} attempts, ATIF-v1.7`);
}
