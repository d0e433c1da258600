/**
 * Recordings in files beside the journals of their runs: `asks.jsonl` and `model-calls.jsonl`. One process writes them
 * at a time, as its result folder is locked.
 */

import { conflict } from '#values';
import type { AskKey, EndedAsk, OpenedAsk, RecordedAsk } from '../calls/ask.js';
import {
  lostCall,
  type CallKey,
  type ClaimedCall,
  type RecordedCall,
} from '../calls/recorded-call.js';
import type { Claim, RecordingReader, RecordingStore } from '../calls/recording-store.js';
import { claimedLine, endedLine, finishedLine, openedLine } from '../calls/recording-lines.js';
import type { LineChain } from '../calls/line-chain.js';
import { RecordedRun, unknownTries, type CallEntry } from './recorded-run.js';

/** The folder of a run by its id; undefined where there is none. */
export type FolderOfRun = (run: string) => string | undefined;

/** Reads recordings and changes nothing. What a crash left unfinished at the end of a file is skipped. */
export class FileRecording implements RecordingReader {
  private readonly runs = new Map<string, Promise<RecordedRun>>();

  constructor(private readonly folderOf: FolderOfRun) {}

  async asksOf(run: string): Promise<readonly RecordedAsk[]> {
    return (await this.runOf(run))?.sortedAsks() ?? [];
  }

  async callsOf(run: string, asOf?: number): Promise<readonly RecordedCall[]> {
    return (await this.runOf(run))?.sortedCalls(asOf) ?? [];
  }

  /** Calls that were claimed and have no end. */
  async openCallsOf(run: string): Promise<readonly CallKey[]> {
    return ((await this.runOf(run))?.openCalls() ?? []).map(({ key }) => key);
  }

  /** The chains of its attempts and of its calls. */
  async chainsOf(
    run: string,
  ): Promise<{ readonly asks?: LineChain; readonly modelCalls?: LineChain }> {
    const recorded = await this.runOf(run);
    if (recorded === undefined) return {};
    return { asks: recorded.askFile.chain, modelCalls: recorded.callFile.chain };
  }

  private async runOf(run: string): Promise<RecordedRun | undefined> {
    return loaded(this.runs, run, { folderOf: this.folderOf, repair: false });
  }
}

export interface FileStoreOptions {
  readonly folderOf: FolderOfRun;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export class FileStore implements RecordingStore {
  private readonly runs = new Map<string, Promise<RecordedRun>>();
  private readonly now: () => number;

  constructor(private readonly options: FileStoreOptions) {
    this.now = options.now ?? Date.now;
  }

  async asksOf(run: string): Promise<readonly RecordedAsk[]> {
    const recorded = await this.runOf(run);
    await recorded.askFile.flushed();
    return recorded.sortedAsks();
  }

  async callsOf(run: string, asOf?: number): Promise<readonly RecordedCall[]> {
    return (await this.runOf(run)).sortedCalls(asOf);
  }

  async openAsk(opened: OpenedAsk): Promise<RecordedAsk> {
    const recorded = await this.runOf(opened.run);
    const known = recorded.ask(opened);
    if (known === undefined) {
      recorded.setAsk({ opened, ended: null });
      await recorded.askFile.append(openedLine(opened));
    } else {
      // Another caller may be writing it.
      await recorded.askFile.flushed();
    }
    return recorded.ask(opened) ?? { opened, ended: null };
  }

  async endAsk(ended: EndedAsk): Promise<EndedAsk> {
    const recorded = await this.runOf(ended.run);
    const known = recorded.ask(ended);
    if (known === undefined) {
      const where = `run ${ended.run}, as of ${ended.asOf}, attempt ${ended.attempt}`;
      throw conflict('the attempt was not opened', { where });
    }
    if (known.ended === null) {
      recorded.setAsk({ opened: known.opened, ended });
      await recorded.askFile.append(endedLine(ended));
      return ended;
    }
    await recorded.askFile.flushed();
    return known.ended;
  }

  async endLost({ run, asOf, attempt }: AskKey): Promise<readonly RecordedCall[]> {
    const recorded = await this.runOf(run);
    const lost = recorded.openCalls().filter((call) => {
      const { key, state } = call;
      return key.asOf === asOf && key.attempt === attempt && state === 'not here';
    });
    const ended: RecordedCall[] = [];
    for (const entry of lost) {
      entry.state = 'ending';
      const call = lostCall(await recorded.claimedCall(entry), unknownTries(entry));
      entry.finished = await recorded.callFile.append(finishedLine(call));
      entry.state = 'not here';
      ended.push(call);
    }
    return ended;
  }

  async claim(call: ClaimedCall): Promise<Claim> {
    const recorded = await this.runOf(call.run);
    const known = recorded.call(call);
    if (known !== undefined && known.digest !== call.digest) {
      await recorded.callFile.flushed();
      return { kind: 'other request', recorded: await recorded.claimedCall(known) };
    }
    if (known?.finished !== undefined) {
      return { kind: 'recorded', call: await recorded.recordedCall(known) };
    }
    if (known !== undefined && known.state !== 'not here') return { kind: 'under way' };
    const entry = known ?? recorded.addCall(call, { offset: 0, length: 0 });
    const tries = unknownTries(entry);
    await this.writeClaim(recorded, entry, call);
    return { kind: 'claimed', tries };
  }

  async finish(call: RecordedCall): Promise<void> {
    const recorded = await this.runOf(call.run);
    const entry = recorded.call(call);
    if (entry?.state !== 'under way') throw notClaimed(call);
    entry.state = 'ending';
    entry.finished = await recorded.callFile.append(finishedLine(call));
    entry.state = 'not here';
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    for (const loading of this.runs.values()) {
      const recorded = await loading;
      await recorded.askFile.flushed();
      await recorded.callFile.flushed();
    }
  }

  private async writeClaim(
    { callFile }: RecordedRun,
    entry: CallEntry,
    call: ClaimedCall,
  ): Promise<void> {
    const at = new Date(this.now()).toISOString();
    // Before anything is awaited: a key is given to one caller.
    entry.state = 'under way';
    entry.claimedAt.push(at);
    entry.claimed = await callFile.append(claimedLine(call, at));
  }

  private async runOf(run: string): Promise<RecordedRun> {
    const recorded = await loaded(this.runs, run, { ...this.options, repair: true });
    if (recorded !== undefined) return recorded;
    throw conflict('the run has no folder to record in', { where: `run ${run}` });
  }
}

/** Each run is read once; not kept where that failed, so that it can be tried again. */
async function loaded(
  runs: Map<string, Promise<RecordedRun>>,
  run: string,
  { folderOf, repair }: { readonly folderOf: FolderOfRun; readonly repair: boolean },
): Promise<RecordedRun | undefined> {
  const known = runs.get(run);
  if (known !== undefined) return known;
  const folder = folderOf(run);
  if (folder === undefined) return undefined;
  const loading = RecordedRun.load(run, folder, { repair });
  runs.set(run, loading);
  loading.catch(() => runs.delete(run));
  return loading;
}

function notClaimed({ run, asOf, attempt, lane, ordinal }: CallKey): Error {
  const where = `run ${run}, as of ${asOf}, attempt ${attempt}, lane ${lane}, call ${ordinal}`;
  return conflict('the call was not claimed here, or has ended', { where });
}
