/** Makes a world that differs smaller, as long as it still differs. */

import type { World, WorldDecision } from './world.js';

/** The smallest world that is found by leaving out parts of it, one at a time. */
export async function shrunk(
  world: World,
  differs: (world: World) => Promise<boolean>,
): Promise<World> {
  let smallest = world;
  for (let tries = 0; tries < 400;) {
    let found: World | undefined;
    for (const candidate of smaller(smallest)) {
      tries++;
      if (await differs(candidate)) {
        found = candidate;
        break;
      }
      if (tries >= 400) break;
    }
    if (found === undefined) return smallest;
    smallest = found;
  }
  return smallest;
}

function* smaller(world: World): Generator<World> {
  const { decisions, data, policy } = world;
  for (const at of decisions.keys()) yield { ...world, decisions: decisions.toSpliced(at, 1) };
  for (const [at, { at: time, decision }] of decisions.entries()) {
    for (const less of smallerDecisions(decision)) {
      yield { ...world, decisions: decisions.with(at, { at: time, decision: less }) };
    }
  }
  for (const [symbol, table] of Object.entries(data)) {
    const { [symbol]: _, ...others } = data;
    if (Object.keys(others).length > 0) yield { ...world, data: others };
    for (const less of smallerTables(table)) yield { ...world, data: { ...data, [symbol]: less } };
  }
  for (const name of Object.keys(policy) as (keyof typeof policy)[]) {
    if (name === 'fill' || name === 'name') continue;
    const { [name]: _, ...rest } = policy;
    yield { ...world, policy: rest };
  }
}

type Table = World['data'][string];

function* smallerTables(table: Table): Generator<Table> {
  for (const list of ['dividends', 'splits'] as const) {
    if (table[list].length > 0) yield { ...table, [list]: [] };
  }
  for (const at of table.bars.keys()) {
    if (at === 0 || at === table.bars.length - 1) continue;
    yield { ...table, bars: table.bars.toSpliced(at, 1) };
  }
}

function* smallerDecisions(decision: WorldDecision): Generator<WorldDecision> {
  if (decision.kind === 'target') {
    for (const symbol of Object.keys(decision.positions)) {
      const { [symbol]: _, ...positions } = decision.positions;
      yield { ...decision, positions };
    }
  }
  if (decision.kind === 'weights') {
    for (const symbol of Object.keys(decision.weights)) {
      const { [symbol]: _, ...weights } = decision.weights;
      yield { ...decision, weights };
    }
  }
  if (decision.kind === 'orders') yield* smallerOrders(decision);
}

function* smallerOrders(
  decision: Extract<WorldDecision, { kind: 'orders' }>,
): Generator<WorldDecision> {
  const { orders, cancel } = decision;
  if (cancel.length > 0) yield { ...decision, cancel: [] };
  for (const at of orders.keys()) yield { ...decision, orders: orders.toSpliced(at, 1) };
  const optional = ['id', 'group', 'stopLoss', 'takeProfit', 'timeInForce'] as const;
  for (const [at, order] of orders.entries()) {
    for (const member of optional) {
      if (order[member] === undefined) continue;
      const { [member]: _, ...less } = order;
      yield { ...decision, orders: orders.with(at, less) };
    }
    if (order.type === 'trailing-stop') continue;
    if (order.trailPercent === undefined && order.trailAmount === undefined) continue;
    const { trailPercent: _, trailAmount: __, ...less } = order;
    yield { ...decision, orders: orders.with(at, less) };
  }
}
