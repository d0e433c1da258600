/** The topic `clock.commands`: what is in force of the commands to a tape's clock. */

import type { ClockTurnsRow } from '../entities/tape-rows.js';
import { projections } from '../tables/tables.js';
import type { Projection } from './projection.js';

export const projectClockCommands: Projection<'clock.commands'> = {
  needs: ({ tape, id }, needs) => {
    needs.need(projections.clockTurns, tape);
    needs.need(projections.clockCommands, tape, id);
  },
  fold(message, rows) {
    const { tape, id, command } = message;
    // As the clock does: a command that comes again is not obeyed again.
    if (rows.get(projections.clockCommands, tape, id) !== undefined) return;
    rows.put(projections.clockCommands, message);
    const before = rows.get(projections.clockTurns, tape) ?? unturned(tape);
    switch (command.kind) {
      case 'pause':
        rows.put(projections.clockTurns, { ...before, isPaused: true });
        return;
      case 'resume':
        rows.put(projections.clockTurns, { ...before, isPaused: false });
        return;
      case 'speed':
        rows.put(projections.clockTurns, { ...before, speed: command.speed });
        return;
      // A step lets instants through, and the pause goes on; the end of a live tape is no turn of its clock.
      case 'step':
      case 'end':
    }
  },
};

const unturned = (tape: string): ClockTurnsRow => ({ tape, isPaused: false, speed: null });
