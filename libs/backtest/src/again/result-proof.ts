/**
 * Proves the parts of a result over its tape: the data of a judging run, runs, figures,
 * and its pages.
 */

import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isFailure } from '#values';
import type { Result } from '#contracts/result/result';
import { allWorkflows, workflowOf, type RunPlan } from '#workflows';
import { comparedFile } from '../run-folder/derived-file.js';
import { resultOfEnded } from '../result/derive-result.js';
import { memberThatDiffers } from '../run-folder/json-difference.js';
import { identityOf, type RecordedRun } from '../run-folder/own-journal.js';
import { planRuns } from '../run/plan-runs.js';
import {
  markerText,
  resultFolder,
  type ResultFolder,
  type ResultOrigin,
} from '../result/result-folder.js';
import { runFolder } from '../run-folder/run-folder.js';
import { lacksExcursions, statedIn } from '../run/stated-result.js';
import { derivePages } from '../run/derive-documents.js';
import { deriveAround, type DerivedAround } from '../run/publish-result.js';
import type { ScenarioTape } from '../tape/scenario-tape.js';
import { askedFrom, repeatRuns, type RepeatedRun } from './repeat-runs.js';
import { type Entries, strayNotes } from './result-entries.js';
import { asRecorded, groupsToRepeat, labelsIn, manifestIn, otherPlan } from './runs-in-result.js';
import { unreadable } from './unreadable.js';
import {
  asVersionAllows,
  brokenJournal,
  otherData,
  describeFile,
  verdictOn,
} from './verify-run.js';
import {
  noOrigins,
  type Finding,
  type Refutation,
  type ResultVerdict,
  type Verdict,
  type VerifyOptions,
} from './verdicts.js';

export const refuted = (path: string, what: string): Finding => ({
  path,
  verdict: { kind: 'refuted', what },
});

export const isBroken = ({ broken }: Entries, path: string): boolean =>
  broken.some((one) => one.path === path);

/** Whatever a proof needs besides the folder. */
interface Provable {
  readonly tape: ScenarioTape;
  readonly entries: Entries;
  /** Verifies a stage before this one. */
  readonly verifyStage: (path: string, options: VerifyOptions) => Promise<ResultVerdict>;
}

const runsPrefix = join('runs', sep);

export class ResultProof {
  private readonly findings: Finding[] = [];
  private readonly notes: string[] = [];
  private verified = 0;
  /** Folder of the files of agents that are asked again. */
  private agents: string | undefined;
  private readonly files: string[] = [];
  private readonly folder: ResultFolder;
  private readonly repeated: RepeatedRun[] = [];
  private readonly stated: ReturnType<typeof statedIn>;
  private readonly tape: ScenarioTape;
  private readonly entries: Entries;

  constructor(
    path: string,
    private readonly origin: ResultOrigin,
    private readonly found: Provable,
    private readonly options: VerifyOptions,
  ) {
    this.folder = resultFolder(path);
    this.tape = found.tape;
    this.entries = found.entries;
    this.stated = this.readStated();
  }

  /** What the result states about itself; nothing if its file cannot be read. */
  private readStated(): ReturnType<typeof statedIn> {
    if (isBroken(this.entries, 'result.json')) return statedIn(null);
    try {
      return statedIn(this.folder.result);
    } catch (error) {
      const what = unreadable(error);
      if (what === undefined) throw error;
      this.findings.push(refuted('result.json', what));
      return statedIn(null);
    }
  }

  async prove(): Promise<ResultVerdict> {
    const { origin, tape, options, found } = this;
    const judged = { path: this.folder.path, origin, ...tape };
    const proven = await this.guarded('data', () =>
      (options.origins ?? noOrigins).prove(judged, options, found.verifyStage),
    );
    this.findings.push(...(proven?.findings ?? []));
    this.notes.push(...(proven?.notes ?? []));
    this.files.push(...(proven?.files ?? []));
    if (proven?.isReadable === true) await this.proveRuns();
    this.nameBroken();
    this.compareMarker();
    // The scenario that `judge` wrote is compared with the one that was run.
    const compared = proven?.files.includes('data') === true ? ['scenario.yaml'] : [];
    const strays = this.entries.strays.filter((path) => !compared.includes(path));
    this.notes.push(...strayNotes(strays));
    const { verified, files, findings, notes } = this;
    return { verified, files, findings, notes };
  }

  /** Makes a finding of what is wrong with a file that `work` reads; undefined then. */
  private async guarded<T>(path: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const what = this.options.askAgain === true ? undefined : unreadable(error);
      if (what === undefined) throw error;
      this.findings.push(refuted(path, what));
      return undefined;
    }
  }

  /** Entries beside the runs: those of a run are in the verdict on it. */
  private nameBroken(): void {
    for (const { path, what } of this.entries.broken) {
      if (!path.startsWith(runsPrefix)) this.findings.push(refuted(path, what));
    }
  }

  /** Without it, the folder would not be kept from confined modules. */
  private compareMarker(): void {
    const { marker, path } = this.folder;
    const name = relative(path, marker);
    if (isBroken(this.entries, name)) return;
    const file = comparedFile(marker);
    file.write(markerText);
    const state = file.end();
    if (state.kind === 'altered') this.findings.push(refuted(name, state.what));
    if (state.kind === 'missing') this.notes.push(describeFile(name, state));
  }

  /** What is wrong with an entry of a run, before any of them is read. */
  private brokenEntry(label: string): Refutation | undefined {
    const start = join('runs', label);
    const found = this.entries.broken.find(
      ({ path }) => path === start || path.startsWith(`${start}${sep}`),
    );
    if (found === undefined) return undefined;
    const named = found.path === start ? '' : `${relative(start, found.path)}: `;
    return { kind: 'refuted', what: `${named}${found.what}` };
  }

  private async proveRuns(): Promise<void> {
    const planned = await this.guarded('scenario.json', () => this.plans());
    if (planned === undefined) return;
    const plans = planned.filter(({ label }) => !this.isLeftOut(label));
    const recorded: RecordedRun[] = [];
    for (const plan of plans) {
      const place = join('runs', plan.label);
      recorded.push(...((await this.guarded(place, () => this.recordedRun(plan))) ?? []));
    }
    this.refuseStrangers(new Set(plans.map(({ label }) => label)));
    this.agents = askedFrom(recorded, this.options);
    const groups = groupsToRepeat(recorded, this.options.askAgain === true);
    for (const group of groups) await this.repeatGroup(group);
    const places = new Map(plans.map(({ label }, place) => [label, place]));
    const placeOf = ({ run }: RepeatedRun): number => places.get(run.plan.label) ?? 0;
    this.repeated.sort((one, other) => placeOf(one) - placeOf(other));
    // Figures follow from all runs, or cannot be checked.
    const areWhole = plans.length > 0 && this.repeated.length === plans.length;
    const areSound = this.entries.broken.length === 0;
    if (areWhole && areSound) await this.guarded('result.json', () => this.compareFiles());
  }

  /** The runs that the scenario has; hashes of agents' files are those that its manifests name. */
  private plans(): readonly RunPlan[] {
    const fileHashes = new Map<string, string>();
    for (const label of labelsIn(this.folder.runs)) {
      if (this.brokenEntry(label) !== undefined) continue;
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
    const entry = this.brokenEntry(plan.label);
    if (entry !== undefined) {
      this.judge(plan.label, entry);
      return [];
    }
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
      const isCorrupt = isFailure(error, 'CorruptJournal');
      const what = isCorrupt || this.options.askAgain !== true ? unreadable(error) : undefined;
      if (what === undefined) throw error;
      const [only] = recorded as [RecordedRun];
      if (recorded.length > 1) {
        for (const run of recorded) await this.repeatGroup([run]);
        return;
      }
      this.judge(only.plan.label, { kind: 'refuted', what });
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
      plans: this.repeated.map(({ run }) => run.plan),
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
    const { dataset } = tape;
    const around = { scenario, dataset, calendar: dataset.calendar, runsDirectory, out };
    try {
      const files = await deriveAround(figures, ended, { ...around, open: comparedFile, without });
      if (without.feed) this.notes.push('result.json: derived without the recording of the feed');
      if (without.index && scenario.index !== undefined)
        this.notes.push('result.json: derived without prices of the index');
      if (without.trades) this.notes.push('trades.csv: derived without the prices of the data set');
      return files;
    } catch (error) {
      if (isFailure(error, 'CorruptJournal')) return undefined;
      throw error;
    }
  }

  /**
   * A downloaded result has the findings of the data check, but not what a recording reports
   * about its feed.
   */
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

  /**
   * Sections may depend on tool results. Where texts were erased, the sections are
   * accepted as stated.
   */
  private withSections(result: Result): Result {
    if (!this.isErased) return result;
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
