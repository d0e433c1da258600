/** A journal belongs to one run: what its first and its last record say of it is checked wherever one is read. */

import { corruptJournal } from '#values';
import { engineSemantics, type JournalEvent, type JournalEventOf } from '#contracts';
import type { Manifest } from '#contracts/scenario/manifest';
import type { PlacedRecord } from '#event-log';
import { isOpenPlan, isTradingPlan, planDigest, type RunPlan } from '#workflows';

/** What a journal has to say of its run. */
export interface RunIdentity {
  readonly plan: RunPlan;
  /** The version of the engine's semantics that wrote the journal. */
  readonly semantics: number;
  /** Null while the run is not finished. */
  readonly tapeHash: string | null;
}

export const identityOf = <P extends RunPlan>(
  plan: P,
  { semantics, tape }: Pick<Manifest, 'semantics' | 'tape'>,
): RunIdentity & { readonly plan: P } => ({ plan, semantics, tapeHash: tape.hash });

/**
 * Refuses a record by which a journal turns out to be of another run: `CorruptJournal`, naming record and member.
 * Of a journal of other semantics only those and the tape are compared.
 */
export function requireOwn(
  run: RunIdentity,
  { seq, event }: Pick<PlacedRecord, 'seq' | 'event'>,
  where: string,
): void {
  if (event.type !== 'RunOpened' && event.type !== 'RunClosed') return;
  const expected: Partial<JournalEvent> =
    event.type === 'RunOpened' ? openingOf(run) : closingOf(run);
  for (const [name, value] of Object.entries(expected)) {
    const found = event[name as keyof typeof event];
    if (found === value) continue;
    throw corruptJournal('the journal is of another run', {
      where: `${where}: record ${seq}, ${event.type}: ${name}`,
      expected: String(value),
      found: String(found),
    });
  }
}

function openingOf({ plan, semantics }: RunIdentity): Partial<JournalEventOf<'RunOpened'>> {
  if (semantics !== engineSemantics) return { semantics };
  return { semantics, workflow: plan.workflow, plan: planDigest(plan) };
}

function closingOf({
  plan,
  semantics,
  tapeHash,
}: RunIdentity): Partial<JournalEventOf<'RunClosed'>> {
  const tape = tapeHash === null ? {} : { tapeHash };
  if (semantics !== engineSemantics) return tape;
  // Which session is the last of a window without an end, the tape alone says.
  if (isOpenPlan(plan)) return { ...tape, data: plan.data };
  const lastSession = isTradingPlan(plan) ? plan.lastSession : null;
  return { ...tape, lastSession, data: plan.data };
}
