/** Faults account for every row, and leave the history complete. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FaultLine, type Step } from './fault-line.fixture.js';
import { faultPlanSchema, type FaultPlan } from './fault-plan.fixture.js';
import { HistoryChanges } from './history-changes.fixture.js';
import type { OutgoingMessage } from '../served/outgoing-message.js';
import type { ServedRow } from '../served/served-row.js';
import type { WireTime } from '../served/wire-time.js';

const shares = fc.constantFrom(0, 0.1, 0.5, 1);
const windowed = fc.option(fc.record({ share: shares, window: fc.integer({ min: 1, max: 8 }) }), {
  nil: undefined,
});
const plans = fc
  .record({
    seed: fc.nat(1000),
    drop: shares,
    double: shares,
    historyHoles: shares,
    reorder: windowed,
    corrections: windowed,
  })
  .map((plan): FaultPlan => faultPlanSchema.parse(JSON.parse(JSON.stringify(plan))));

const rows = fc.array(fc.constantFrom('bars', 'trades', 'quotes'), { maxLength: 80 }).map((kinds) =>
  kinds.map((kind, at): ServedRow => {
    const values = { bars: [3, 5, 1, 4, 10, 0], trades: [10, 1, at], quotes: [9, 1, 11, 1] }[kind];
    return { kind: kind as ServedRow['kind'], symbol: 'A', time: at, values };
  }),
);

function played(plan: FaultPlan, list: readonly ServedRow[]) {
  const history = new HistoryChanges();
  const line = new FaultLine(plan, history);
  const steps: Step[] = list.flatMap((row) => line.row(row));
  return { history, steps: [...steps, ...line.end()] };
}

type Counted = Extract<Step, { do: 'send' | 'omit' }>;
const isMessage = (step: Step): step is Counted => step.do === 'send' || step.do === 'omit';
const labelOf = (step: Counted): string | undefined => (step.do === 'send' ? step.fault : step.why);

const timeOf = (message: OutgoingMessage): number =>
  (message.content('stocks')['t'] as WireTime).instant;

describe('the line of faults', () => {
  it('accounts for every row once, and its history ends as the data has it', () => {
    fc.assert(
      fc.property(plans, rows, (plan, list) => {
        const { history, steps } = played(plan, list);
        const messages = steps.filter(isMessage);
        const count = (label: string): number =>
          messages.filter((step) => labelOf(step) === label).length;
        const extra =
          count('doubled') + count('invented') + count('cancelled') + count('corrected');
        expect(messages.length - extra).toBe(list.length);
        expect(count('corrected')).toBe(count('preliminary'));
        expect(count('cancelled')).toBe(count('invented'));
        const lost = new Set(
          messages.filter((step) => labelOf(step) === 'lost').map(({ message }) => timeOf(message)),
        );
        for (const kind of ['bars', 'trades', 'quotes'] as const) {
          const rows = list.filter((row) => row.kind === kind);
          const kept = rows.flatMap((row) => history.of(row)).map(({ values }) => values);
          const wanted = list.filter((row) => row.kind === kind && !lost.has(row.time));
          expect(kept).toEqual(wanted.map(({ values }) => values));
        }
      }),
    );
  });

  it('does the same again with the same seed', () => {
    const told = (steps: readonly Step[]): string =>
      JSON.stringify(
        steps.map((step) =>
          isMessage(step) ? [labelOf(step), step.message.content('stocks')] : step,
        ),
      );
    fc.assert(
      fc.property(plans, rows, (plan, list) => {
        expect(told(played(plan, list).steps)).toBe(told(played(plan, list).steps));
      }),
    );
  });

  it('without a plan sends the data, and nothing else', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { steps } = played(faultPlanSchema.parse({}), list);
        expect(steps.every((step) => step.do === 'send' && step.fault === undefined)).toBe(true);
        expect(steps).toHaveLength(list.length);
      }),
    );
  });
});
