/**
 * A small market that is recorded while its runs continue: an open-ended tape, until it is
 * ended on request.
 */

import { FactColumns, rankOfKind, factKinds, type TapeHeader } from '#contracts';
import { openEnd } from '#contracts/scenario/trading-terms';
import { outgoing } from '#event-log';
import { type IngestSource } from '#pipeline';
import { Tape } from '#tape';
import { sha256Hex, type SeededRandom } from '#values';
import { smallWorld, submitted, undisturbed, type SmallWorld } from './small-world.js';

/** The recorder's disk: frames received, and whether their end was requested. */
interface Disk {
  readonly frames: readonly FactColumns[];
  stored: number;
  isEnding: boolean;
  /** Those who wait for a frame. */
  readonly waiting: Set<() => void>;
}

/** The world of one seed, for one simulation: its recording grows. */
export async function liveWorld(seed: number): Promise<SmallWorld> {
  const world = await smallWorld(seed);
  const { header } = world;
  const plans = world.plans.map((plan) => ({ ...plan, lastSession: openEnd, data: null }));
  const frames = await framesOf(header, world);
  const disk: Disk = { frames, stored: 0, isEnding: false, waiting: new Set() };
  const whole = (): IngestSource[] => [
    recordingOf({ frames, stored: frames.length, isEnding: true, waiting: new Set() }),
  ];
  return {
    header,
    plans,
    openSources: () => [recordingOf(disk)],
    grow: (random) => grow(disk, random),
    submission: [
      outgoing('tapes', {
        type: 'TapeRequested',
        version: 1,
        tape: header.id,
        dataset: 'small',
        speed: 'max',
        header: { ...header, instruments: [...header.instruments] },
        dataHash: sha256Hex('small'),
        until: openEnd,
        badRows: 'refuse',
        live: true,
      }),
      ...plans.map((plan) => submitted(plan, header)),
      outgoing('clock.commands', {
        type: 'ClockCommand',
        version: 1,
        tape: header.id,
        id: 'end',
        command: { kind: 'end' },
      }),
    ],
    ...(await undisturbed({ header, plans, openSources: whole })),
  };
}

/** The facts of the market, instant by instant. */
async function framesOf(
  header: TapeHeader,
  { openSources }: Pick<SmallWorld, 'openSources'>,
): Promise<FactColumns[]> {
  const frames: FactColumns[] = [];
  const tape = new Tape(header, openSources());
  for (let facts = await tape.next(); facts !== null; facts = await tape.next()) {
    for (let from = 0, row = 0; row < facts.count; row++) {
      if (facts.endsInstant[row] === 0) continue;
      const frame = new FactColumns(row + 1 - from);
      frame.appendRows(facts, from, row + 1);
      frames.push(frame);
      from = row + 1;
    }
  }
  return frames;
}

/** Now and then a frame comes; false once all of them have, and there is nothing to wait for. */
function grow(disk: Disk, random: SeededRandom): boolean {
  if (disk.stored === disk.frames.length) return false;
  if (random.next() < 0.05) {
    disk.stored++;
    wake(disk);
  }
  return true;
}

function wake({ waiting }: Disk): void {
  const all = [...waiting];
  waiting.clear();
  for (const one of all) one();
}

/** Reads the disk from its start. Several may read at once: none of them writes. */
function recordingOf(disk: Disk): IngestSource {
  let at = 0;
  let isClosed = false;
  const next = (): FactColumns | null | undefined => {
    if (at === disk.stored) return disk.isEnding && at === disk.frames.length ? null : undefined;
    return disk.frames[at++];
  };
  return {
    name: 'feed',
    rank: rankOfKind[factKinds.bar] * 65_536,
    live: true,
    async pull() {
      let chunk = next();
      while (chunk === undefined && !isClosed) {
        await new Promise<void>((settle) => disk.waiting.add(settle));
        chunk = next();
      }
      return chunk ?? null;
    },
    async end() {
      disk.isEnding = true;
      wake(disk);
    },
    close() {
      isClosed = true;
      wake(disk);
    },
  };
}
