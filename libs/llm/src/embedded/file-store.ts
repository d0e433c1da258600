/**
 * Recordings in files beside the journals of their runs: `asks.jsonl` and `model-calls.jsonl`. One process writes them
 * at a time, as its result folder is locked.
 */

import { conflict } from '#values';
import type { AskKey, EndedAsk, OpenedAsk, RecordedAsk } from '../calls/ask.js';
import {
  lostCall,
  unknownTry,
  type CallKey,
  type ClaimedCall,
  type RecordedCall,
} from '../calls/recorded-call.js';
import type { Claim, RecordingReader, RecordingStore } from '../calls/recording-store.js';
import { claimedLine, endedLine, finishedLine, openedLine } from '../calls/recording-lines.js';
import type { LineChain } from '../calls/line-chain.js';
import { RecordedRun } from './recorded-run.js';

/** The folder of a run by its id; undefined if there is none. */
type FolderOfRun = (run: string) => string | undefined;

/** Reads recordings and changes nothing. Skips what a crash left unfinished at the end of a file. */
export class FileRecording implements RecordingReader {
  protected readonly runs = new Map<string, Promise<RecordedRun>>();

  constructor(
    private readonly folderOf: FolderOfRun,
    private readonly reading = { repair: false },
  ) {}

  async asksOf(run: string): Promise<readonly RecordedAsk[]> {
    return (await this.find(run))?.sortedAsks() ?? [];
  }

  async callsOf(run: string, asOf?: number): Promise<readonly RecordedCall[]> {
    return (await this.find(run))?.sortedCalls(asOf) ?? [];
  }

  /** Calls that were claimed and have no end. */
  async openCallsOf(run: string): Promise<readonly CallKey[]> {
    return ((await this.find(run))?.openCalls() ?? []).map(({ key }) => key);
  }

  /** The chains of its attempts and of its calls. */
  async chainsOf(
    run: string,
  ): Promise<{ readonly asks?: LineChain; readonly modelCalls?: LineChain }> {
    const recorded = await this.find(run);
    if (recorded === undefined) return {};
    return { asks: recorded.askFile.chain, modelCalls: recorded.callFile.chain };
  }

  /** Each run is read once; a failed read is not cached, so that it can be retried. */
  protected async find(run: string): Promise<RecordedRun | undefined> {
    const known = this.runs.get(run);
    if (known !== undefined) return known;
    const folder = this.folderOf(run);
    if (folder === undefined) return undefined;
    const loading = RecordedRun.load(run, folder, this.reading);
    this.runs.set(run, loading);
    loading.catch(() => this.runs.delete(run));
    return loading;
  }
}

interface FileStoreOptions {
  readonly folderOf: FolderOfRun;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export class FileStore extends FileRecording implements RecordingStore {
  private readonly now: () => number;

  constructor({ folderOf, now = Date.now }: FileStoreOptions) {
    super(folderOf, { repair: true });
    this.now = now;
  }

  override async asksOf(run: string): Promise<readonly RecordedAsk[]> {
    const recorded = await this.runOf(run);
    await recorded.askFile.flushed();
    return recorded.sortedAsks();
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
      const tries = entry.claimedAt.map(unknownTry);
      const call = lostCall(await recorded.claimedCall(entry), tries);
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
    const tries = entry.claimedAt.map(unknownTry);
    const at = new Date(this.now()).toISOString();
    // Before any await: a key goes to one caller.
    entry.state = 'under way';
    entry.claimedAt.push(at);
    entry.claimed = await recorded.callFile.append(claimedLine(call, at));
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
    for (const { askFile, callFile } of await Promise.all(this.runs.values())) {
      await askFile.flushed();
      await callFile.flushed();
    }
  }

  private async runOf(run: string): Promise<RecordedRun> {
    const recorded = await this.find(run);
    if (recorded !== undefined) return recorded;
    throw conflict('the run has no folder to record in', { where: `run ${run}` });
  }
}

function notClaimed({ run, asOf, attempt, lane, ordinal }: CallKey): Error {
  const where = `run ${run}, as of ${asOf}, attempt ${attempt}, lane ${lane}, call ${ordinal}`;
  return conflict('the call was not claimed here, or has ended', { where });
}
