/** The topic `clock.commands`: the commands in force for a tape's clock. */

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
    // Like the clock, ignores a repeated command.
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
      // A step releases instants without ending the pause; the end of a live tape is not a
      // command to its clock.
      case 'step':
      case 'end':
    }
  },
};

const unturned = (tape: string): ClockTurnsRow => ({ tape, isPaused: false, speed: null });
