/**
 * Worlds for laws. They are those that are compared with the reference, and also have what its
 * comparison leaves out: targets, weights and cancellations on bars of several lengths, and
 * parts of fills.
 */

import { drawDecision } from '../reference/drawn-decision.js';
import { drawMarket } from '../reference/drawn-market.js';
import { drawPolicy, priceAt } from '../reference/drawn-world.js';
import { Dice } from '../reference/drawing.js';
import { drawKinds, drawnKinds } from '../reference/kinds.js';
import type { World } from '../reference/world.js';

/** A bar with a split inside mixes two scales, and fills have prices of either. */
const kindsOfBars = drawnKinds.filter((kind) => kind !== 'inside');
const kindsOfLaws = [...kindsOfBars, 'cancels', 'participation'];
/** With these, a bar of one symbol can be under way at a decision that follows a bar of another. */
const several = ['intraday', 'bars', 'symbols', 'mixed'];

/** The world of a seed. */
export function drawLawWorld(seed: string): World {
  const dice = new Dice(seed);
  const some = drawKinds(dice, kindsOfLaws);
  const kinds = new Set(dice.chance(0.7) ? [...some, ...several, 'cancels'] : some);
  const market = drawMarket(dice, kinds);
  const policy = drawPolicy(dice, kinds);
  const symbols = Object.keys(market.data);
  const decide = market.frequency === 'intraday' && kinds.has('bars') ? 'bar' : 'session';
  const due = decide === 'bar' ? market.instants : market.closes;
  const wanted = kinds.has('cancels') ? dice.one(8, 16, 32) : dice.one(4, 8);
  // Decisions of the comparison are other ones where bars are mixed.
  const own = new Set([...kinds].filter((kind) => kind !== 'mixed'));
  const decisions = due
    .filter(() => dice.chance(wanted / due.length))
    .map((at) => ({ at, decision: drawDecision(dice, own, priceAt(market, at)) }));
  return {
    calendar: market.calendar,
    data: market.data,
    window: { from: market.dates[0]!, to: market.dates.at(-1)! },
    decide,
    capital: dice.one(1000, 10_000, 100_000),
    portfolio: symbols.length > 1 || dice.chance(0.2),
    policy,
    decisions: kinds.has('cancels') ? withCancellations(dice, decisions) : decisions,
  };
}

/** Each order has a name, by which a decision that follows may cancel it. */
function withCancellations(dice: Dice, decisions: World['decisions']): World['decisions'] {
  let names: string[] = [];
  return decisions.map(({ at, decision }, number) => {
    if (decision.kind !== 'orders') return { at, decision };
    const cancel = dice.some(names, 0.5);
    const orders = decision.orders.map((order, place) => ({ ...order, id: `${number}.${place}` }));
    names = orders.map(({ id }) => id);
    return { at, decision: { ...decision, orders, cancel } };
  });
}
