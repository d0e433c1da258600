/** A source as ingest has it: one of a feed can be ended, and so is the tape that is made of it. */

import type { FactSource } from '#contracts';
import type { TapeRequested } from '#contracts/streams/market';

export interface IngestSource extends FactSource {
  /** Ends a recording for good: what it holds is delivered, and nothing follows. Only of a live source. */
  end?(): Promise<void>;
}

/** Opens the sources of a tape, each from its start. `written`: facts of it that are on `market.raw` already. */
export type OpenSources = (
  request: TapeRequested,
  written: number,
) => Promise<readonly IngestSource[]>;
