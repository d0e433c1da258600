/** The interface's resources for the clocks of tapes. */

import { z } from 'zod';
import { speedSchema } from '#contracts/streams/market';

/** As in the message `ClockCommand`, with its kind among the members. */
export const clockBodySchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pause') }),
    z.strictObject({ kind: z.literal('resume') }),
    z.strictObject({ kind: z.literal('step'), instants: z.int().positive().max(1_000_000) }),
    z.strictObject({ kind: z.literal('speed'), speed: speedSchema }),
  ])
  .meta({
    id: 'ClockTurn',
    description: 'A command to the clock of a tape.',
    examples: [{ kind: 'step', instants: 10 }],
  });

export const endBodySchema = z
  .strictObject({})
  .meta({ id: 'TapeEnd', description: 'An empty object.', examples: [{}] });

export const clockTurnedSchema = z
  .strictObject({ tape: z.string(), command: z.string().describe('Id of the command.') })
  .meta({
    id: 'ClockTurned',
    description: 'The command was accepted. The clock applies commands in order.',
  });
