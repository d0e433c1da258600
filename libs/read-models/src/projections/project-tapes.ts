/**
 * The topics `tapes` and `market.tape`: requested tapes, their progress, and the documents that
 * facts refer to.
 */

import type { FactPayload, DocumentRef } from '#contracts';
import type { TapeClosed, TapeFacts, TapeFailed } from '#contracts/streams/market';
import type { TapeProgressRow } from '../entities/tape-rows.js';
import { projections } from '../tables/tables.js';
import { failureOf, type OnGap, type Projection } from './projection.js';
import type { RowChanges } from './row-changes.js';

export const projectTapeRequests: Projection<'tapes'> = {
  needs: () => undefined,
  fold: (message, rows) => rows.put(projections.tapes, message),
};

export const projectTapes: Projection<'market.tape'> = {
  needs: ({ tape }, needs) => needs.need(projections.tapeProgress, tape),
  fold(message, rows, onGap) {
    const before = rows.get(projections.tapeProgress, message.tape) ?? unopened(message.tape);
    if (before.failure !== null || before.isClosed) return;
    switch (message.type) {
      case 'TapeOpened':
        if (before.header !== null) return;
        rows.put(projections.tapeProgress, { ...before, header: message.header });
        return;
      case 'TapeFacts':
        foldFacts(message, before, rows, onGap);
        return;
      case 'TapeClosed':
      case 'TapeFailed':
        foldEnd(message, before, rows, onGap);
    }
  },
};

const unopened = (tape: string): TapeProgressRow => ({
  tape,
  header: null,
  facts: 0,
  time: 0,
  isClosed: false,
  tapeHash: null,
  failure: null,
});

function foldFacts(
  { tape, first, facts }: TapeFacts,
  before: TapeProgressRow,
  rows: RowChanges,
  onGap: OnGap,
): void {
  const known = before.facts + 1 - first;
  if (known < 0) {
    fail(before, first, rows, onGap);
    return;
  }
  if (known >= facts.count) return;
  for (const { row, payload } of facts.payloads) {
    if (row < known) continue;
    for (const { sha256: hash, chars } of documentsOf(payload)) {
      rows.put(projections.documents, { tape, hash, chars, firstSeq: first + row });
    }
  }
  const time = facts.knowledgeTime.at(-1) ?? before.time;
  rows.put(projections.tapeProgress, { ...before, facts: first - 1 + facts.count, time });
}

/** Either end; skips what follows it. */
function foldEnd(
  message: TapeClosed | TapeFailed,
  before: TapeProgressRow,
  rows: RowChanges,
  onGap: OnGap,
): void {
  if (message.facts > before.facts) {
    fail(before, message.facts + 1, rows, onGap);
    return;
  }
  const end =
    message.type === 'TapeClosed'
      ? { isClosed: true, tapeHash: message.hash }
      : { failure: message.reason };
  rows.put(projections.tapeProgress, { ...before, ...end });
}

function fail(before: TapeProgressRow, found: number, rows: RowChanges, onGap: OnGap): void {
  const gap = { where: `facts of tape ${before.tape}`, expected: before.facts + 1, found };
  rows.put(projections.tapeProgress, { ...before, failure: failureOf(gap, onGap) });
}

function documentsOf(payload: FactPayload): readonly DocumentRef[] {
  if (payload.kind === 'news') return payload.body === null ? [] : [payload.body];
  if (payload.kind === 'filing') return payload.sections.map(({ document }) => document);
  if (payload.kind === 'task') return payload.inputs.map(({ document }) => document);
  return [];
}
