/** A recording that was made elsewhere, as replay reads it. */

import type { AskKey, RecordedAsk } from './ask.js';
import { isSameAsk, type RecordingReader } from './recording-store.js';
import type { RecordedCall } from './recorded-call.js';

/** Runs whose attempts are kept at hand. */
const runsMax = 256;

export class RecordedSource {
  private readonly runs = new Map<string, Promise<readonly RecordedAsk[]>>();

  constructor(private readonly reader: RecordingReader) {}

  async askOf(key: AskKey): Promise<RecordedAsk | undefined> {
    const asks = await this.asksOf(key.run);
    return asks.find(({ opened }) => isSameAsk(opened, key));
  }

  /** The calls of one attempt, by lane and ordinal. */
  async callsOf(key: AskKey): Promise<ReadonlyMap<string, RecordedCall>> {
    return callsOfAttempt(await this.reader.callsOf(key.run, key.asOf), key);
  }

  private asksOf(run: string): Promise<readonly RecordedAsk[]> {
    const known = this.runs.get(run);
    if (known !== undefined) return known;
    const [oldest] = this.runs.keys();
    if (this.runs.size >= runsMax && oldest !== undefined) this.runs.delete(oldest);
    const asks = this.reader.asksOf(run);
    this.runs.set(run, asks);
    asks.catch(() => this.runs.delete(run));
    return asks;
  }
}

/** Those of an attempt among the calls of its decision. */
export const callsOfAttempt = (
  calls: readonly RecordedCall[],
  { attempt }: AskKey,
): Map<string, RecordedCall> =>
  new Map(calls.filter((call) => call.attempt === attempt).map((call) => [laneKey(call), call]));

/** Which call of an attempt it is. */
export const laneKey = ({ lane, ordinal }: Pick<RecordedCall, 'lane' | 'ordinal'>): string =>
  `${lane}/${ordinal}`;
