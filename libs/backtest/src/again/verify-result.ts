/** Proves a whole result: its runs, its figures, and the page that people look at. */

import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { invalidInput, isFailure } from '#values';
import type { Manifest } from '#contracts/scenario/manifest';
import { isTradingResult, type Result } from '#contracts/result/result';
import { ColumnStore } from '#market-data';
import { allWorkflows, workflowOf, type RunPlan } from '#workflows';
import { comparedFile } from '../run-folder/derived-file.js';
import { isTaskPlan, resultOfEnded } from '../result/derive-result.js';
import { jsonDifference, memberThatDiffers } from '../run-folder/json-difference.js';
import { groupsOf, isConfined, moduleProcessesDefault } from '../loop/module-groups.js';
import { identityOf, planOf, type RecordedRun } from '../run-folder/own-journal.js';
import { planRuns } from '../run/plan-runs.js';
import { openedAt, ownRecording } from '../tape/recorded-dataset.js';
import { askedFrom, repeatRuns, type RepeatedRun } from './repeat-runs.js';
import { brokenData, proveOrigin, type Finding, type ResultVerdict } from './verify-origin.js';
import {
  readOrigin,
  resultFolder,
  type ResultFolder,
  type ResultOrigin,
} from '../result/result-folder.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import { lacksExcursions, statedIn } from '../run/stated-result.js';
import { derivePages } from '../run/derive-documents.js';
import { deriveAround, type DerivedAround } from '../run/publish-result.js';
import { openScenarioTape, type ScenarioTape } from '../tape/scenario-tape.js';
import {
  asVersionAllows,
  brokenJournal,
  otherData,
  describeFile,
  verdictOn,
  type Refutation,
  type Verdict,
  type VerifyOptions,
} from './verify-run.js';

/**
 * Verifies a result folder; writes nothing. `InvalidInput` if it holds no result, or its data set cannot be found:
 * neither says anything about the result.
 */
export async function verifyResult(
  path: string,
  options: VerifyOptions = {},
): Promise<ResultVerdict> {
  const folder = resultFolder(path);
  const origin = readOrigin(folder);
  const first = firstManifest(folder.runs);
  const movedTo = options.data ?? ownRecording(path);
  const tape = await openedAt(first, movedTo, (data) =>
    openScenarioTape({ ...origin.scenario, data }, process.cwd(), { store: new ColumnStore() }),
  ).catch((error: unknown) => brokenData(error, path, movedTo ?? first.data.reference));
  if ('findings' in tape) return tape;
  try {
    return await new ResultProof(path, origin, tape, options).prove();
  } finally {
    await tape.dataset.close();
  }
}

class ResultProof {
  private readonly findings: Finding[] = [];
  private readonly notes: string[] = [];
  private verified = 0;
  /** Folder of the files of agents that are asked again. */
  private agents: string | undefined;
  private readonly files: string[] = [];
  private readonly folder: ResultFolder;
  private readonly repeated: RepeatedRun[] = [];
  private readonly stated: ReturnType<typeof statedIn>;

  constructor(
    path: string,
    private readonly origin: ResultOrigin,
    private readonly tape: ScenarioTape,
    private readonly options: VerifyOptions,
  ) {
    this.folder = resultFolder(path);
    this.stated = statedIn(this.folder.result);
  }

  async prove(): Promise<ResultVerdict> {
    const { origin, tape, options } = this;
    const judged = { path: this.folder.path, origin, ...tape };
    const proven = await proveOrigin(judged, options, verifyResult);
    this.findings.push(...proven.findings);
    this.notes.push(...proven.notes);
    this.files.push(...proven.files);
    if (proven.isReadable) await this.proveRuns();
    const { verified, files, findings, notes } = this;
    return { verified, files, findings, notes };
  }

  private async proveRuns(): Promise<void> {
    const plans = this.plans().filter(({ label }) => !this.isLeftOut(label));
    const recorded = plans.flatMap((plan) => this.recordedRun(plan));
    this.refuseStrangers(new Set(plans.map(({ label }) => label)));
    this.agents = askedFrom(recorded, this.options);
    const groups = groupsToRepeat(recorded, this.options.askAgain === true);
    for (const group of groups) await this.repeatGroup(group);
    const places = new Map(plans.map(({ label }, place) => [label, place]));
    const placeOf = ({ run }: RepeatedRun): number => places.get(run.plan.label) ?? 0;
    this.repeated.sort((one, other) => placeOf(one) - placeOf(other));
    // Figures follow from all runs, or cannot be checked.
    if (plans.length > 0 && this.repeated.length === plans.length) await this.compareFiles();
  }

  /** The runs that the scenario has; hashes of agents' files are those that its manifests name. */
  private plans(): readonly RunPlan[] {
    const fileHashes = new Map<string, string>();
    for (const label of labelsIn(this.folder.runs)) {
      const manifest = manifestIn(this.folder.runs, label);
      if (typeof manifest === 'string' || manifest.plan.file === null) continue;
      fileHashes.set(manifest.plan.agent.id, manifest.plan.file);
    }
    return planRuns({ scenario: this.origin.scenario, fileHashes, ...this.tape });
  }

  /** Whether a partial result itself reports that it lacks the run. */
  private isLeftOut(label: string): boolean {
    const unfinished = this.stated.missing.find(({ run }) => run === label);
    if (unfinished === undefined || existsSync(join(this.folder.runs, label))) return false;
    this.notes.push(
      `${join('runs', label)}: the result is partial, as this run was ${unfinished.status}`,
    );
    return true;
  }

  /** A run that can be replayed, or only the verdict on it. */
  private recordedRun(plan: RunPlan): RecordedRun[] {
    const manifest = manifestIn(this.folder.runs, plan.label);
    if (typeof manifest === 'string') {
      this.judge(plan.label, { kind: 'refuted', what: manifest });
      return [];
    }
    const folder = runFolder(join(this.folder.runs, plan.label));
    // Planned from the scenario, so that a manifest cannot vouch for itself.
    const own = asRecorded(plan, manifest);
    const run = { folder, manifest, ...identityOf(own, manifest) };
    const foreign = otherData(run, this.tape.dataHash) ?? otherPlan(own, manifest);
    const broken = foreign ?? brokenJournal(run);
    if (broken === undefined) return [run];
    this.judge(plan.label, broken);
    return [];
  }

  private refuseStrangers(planned: ReadonlySet<string>): void {
    for (const label of labelsIn(this.folder.runs)) {
      if (planned.has(label)) continue;
      this.judge(label, { kind: 'refuted', what: 'the scenario has no such run' });
    }
  }

  /** All on one tape; if one does not repeat, each on its own to find which. */
  private async repeatGroup(recorded: readonly RecordedRun[]): Promise<void> {
    const { agents } = this;
    const { dataset, reference } = this.tape;
    try {
      const runs = await repeatRuns(recorded, { ...this.options, agents, dataset, reference });
      for (const run of runs) this.take(run);
    } catch (error) {
      if (!isFailure(error, 'CorruptJournal')) throw error;
      const [only] = recorded as [RecordedRun];
      if (recorded.length > 1) {
        for (const run of recorded) await this.repeatGroup([run]);
        return;
      }
      this.judge(only.plan.label, { kind: 'refuted', what: error.message });
    }
  }

  private take(repeated: RepeatedRun): void {
    const { tape, options } = this;
    const { scenario } = this.origin;
    this.judge(repeated.run.plan.label, verdictOn(repeated, { ...options, scenario, tape }));
    this.repeated.push(repeated);
  }

  /** Figures and page, derived again from the replayed runs. */
  private async compareFiles(): Promise<void> {
    const around = await this.deriveAround();
    if (around === undefined) return;
    const { codeVersion, scenario } = this.origin;
    const { workflows = allWorkflows } = this.options;
    const out = this.folder.path;
    const of = {
      labels: labelsIn(this.folder.runs),
      workflow: workflowOf(workflows, scenario),
      plans: this.repeated.map(({ run }) => run.plan).filter(isTaskPlan),
      isErased: this.isErased,
    };
    const pages = await derivePages(out, of, comparedFile);
    const { result, files } = around;
    for (const { path, state } of [...files, ...pages]) {
      const name = relative(out, path);
      if (state.kind === 'missing') this.notes.push(describeFile(name, state));
      else if (state.kind === 'same' && !name.startsWith('runs')) this.addFile(name.split(sep)[0]!);
      if (state.kind !== 'altered') continue;
      const what = path.endsWith('result.json')
        ? memberThatDiffers(path, JSON.stringify(result))
        : state.what;
      const verdict = asVersionAllows(codeVersion, this.options.codeVersion, what);
      this.findings.push({ path: name, verdict });
    }
  }

  /** Whether texts were erased on which sections and pages may depend. */
  private get isErased(): boolean {
    return this.repeated.some(({ texts }) => texts.some(({ kind }) => kind === 'erased'));
  }

  /** Undefined if a recording is broken; the verdict on its run covers that. */
  private async deriveAround(): Promise<DerivedAround | undefined> {
    const { tape, folder, repeated } = this;
    const { scenario } = this.origin;
    const { runs: runsDirectory, path: out } = folder;
    const { workflows = allWorkflows } = this.options;
    const { missing } = this.stated;
    const ended = await resultOfEnded(
      { scenario, tape, workflows, runsDirectory, missing },
      repeated.map((run) => run.ended),
    );
    const figures = this.withSections(ended.result);
    const without = this.without(ended.derived.map(({ plan }) => plan));
    if (without.data) this.notes.push('result.json: derived without the data set');
    const around = { scenario, dataset: tape.dataset, runsDirectory, out };
    try {
      const files = await deriveAround(figures, ended, { ...around, open: comparedFile, without });
      if (without.feed) this.notes.push('result.json: derived without the recording of the feed');
      if (without.index && 'index' in scenario)
        this.notes.push('result.json: derived without prices of the index');
      if (without.trades) this.notes.push('trades.csv: derived without the prices of the data set');
      return files;
    } catch (error) {
      if (isFailure(error, 'CorruptJournal')) return undefined;
      throw error;
    }
  }

  /** A downloaded result has the findings of the data check, but not what a recording reports about its feed. */
  private without(trading: readonly RunPlan[]) {
    const { lacksData, lacksIndex, lacksFeed } = this.stated;
    const isHeard = this.tape.dataset.feedFindings !== undefined;
    const tables = trading.map(({ label }) => join(this.folder.runs, label, 'trades.csv'));
    return {
      data: lacksData,
      index: !lacksData && lacksIndex,
      feed: !lacksData && lacksFeed && isHeard,
      trades: lacksExcursions(tables),
    };
  }

  /** Sections may depend on tool results. Where texts were erased, the sections are accepted as stated. */
  private withSections(result: Result): Result {
    if (!this.isErased || isTradingResult(result)) return result;
    const { sections } = this.stated;
    if (isDeepStrictEqual(sections, result.sections)) return result;
    this.notes.push('result.json: sections were not derived, as texts were erased');
    return { ...result, sections };
  }

  /** Pages of transcripts are reported as one. */
  private addFile(name: string): void {
    if (!this.files.includes(name)) this.files.push(name);
  }

  private judge(label: string, verdict: Verdict): void {
    const path = join('runs', label);
    if (verdict.kind !== 'verified') {
      this.findings.push({ path, verdict });
      return;
    }
    this.verified++;
    for (const note of verdict.notes) this.notes.push(join(path, note));
  }
}

/** Runs replayed at a time: each holds its files open. */
const runsAtOnce = 100;

/** Runs that share a tape, with enough processes for their modules if those are asked again. */
function groupsToRepeat(
  runs: readonly RecordedRun[],
  askAgain: boolean,
): readonly (readonly RecordedRun[])[] {
  const needsProcess = ({ plan }: RecordedRun): boolean => askAgain && isConfined(plan);
  const inProcess = runs.filter((run) => !needsProcess(run));
  const runOf = new Map(runs.map((run) => [run.plan, run]));
  const confined = groupsOf(
    runs.filter(needsProcess).map(({ plan }) => plan),
    moduleProcessesDefault,
  );
  return [
    ...Map.groupBy(inProcess, (_, at) => Math.floor(at / runsAtOnce)).values(),
    ...confined.map((plans) => plans.map((plan) => runOf.get(plan)!)),
  ];
}

/** A plan with the manifest's values for things that may change while the run stays the same. */
function asRecorded(plan: RunPlan, { plan: recorded }: Manifest): RunPlan {
  const { agent } = plan;
  const file = 'file' in agent && 'file' in recorded.agent ? { file: recorded.agent.file } : {};
  const prompt =
    'prompt' in agent && 'prompt' in recorded.agent ? { prompt: recorded.agent.prompt } : {};
  const reads =
    'reads' in agent && 'reads' in recorded.agent ? { reads: recorded.agent.reads } : {};
  const moved = { ...plan, agent: { ...agent, ...file, ...prompt, ...reads } };
  if (isTaskPlan(moved) && 'tasksAtOnce' in recorded) {
    return { ...moved, tasksAtOnce: recorded.tasksAtOnce };
  }
  return moved;
}

function otherPlan(plan: RunPlan, manifest: Manifest): Refutation | undefined {
  const difference = jsonDifference({ ...plan }, { ...planOf(manifest) });
  if (difference === undefined) return undefined;
  const { path, expected, found } = difference;
  const what = `manifest.json: not the run of this scenario: ${path}: expected ${expected}; found ${found}`;
  return { kind: 'refuted', what };
}

function labelsIn(runs: string): string[] {
  if (!existsSync(runs)) return [];
  const entries = readdirSync(runs, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The manifest of a run, or why there is none. */
function manifestIn(runs: string, label: string): Manifest | string {
  const folder = runFolder(join(runs, label));
  if (!existsSync(folder.path)) return 'the run is missing';
  try {
    return readManifest(folder);
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return error.message;
    throw error;
  }
}

/** Gives the location of the data set. */
function firstManifest(runs: string): Manifest {
  for (const label of labelsIn(runs)) {
    const manifest = manifestIn(runs, label);
    if (typeof manifest !== 'string') return manifest;
  }
  const expected = 'a folder with at least one run';
  throw invalidInput('the result has no runs', { where: runs, expected });
}
