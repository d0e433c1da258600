/**
 * The small world with an agent that works through tools: a client in this process, served as a
 * real one would be.
 */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { DecisionDue, ToolService } from '#agents';
import type { TradingPlan } from '#backtest';
import { tool, type Capability, type ToolSet } from '#tools';
import { canonicalHash, type SeededRandom } from '#values';
import { allWorkflows, type Workflow, type Workflows } from '#workflows';
import { smallWorld, submitted, undisturbed, type SmallWorld } from './small-world.js';

const tools: ToolSet = {
  name: 'small_mcp',
  title: 'Small',
  instructions: '',
  tools: [
    tool({
      name: 'closes',
      title: 'Closes',
      description: 'The last closes.',
      output: z.unknown(),
      input: z.strictObject({ symbol: z.string(), count: z.int() }),
      call: ({ symbol, count }, { view }) => [...view.closes(symbol, count)],
    }),
    tool({
      name: 'decide',
      title: 'Decide',
      description: 'Decides.',
      output: z.unknown(),
      needsDesk: true,
      reads: false,
      input: z.strictObject({ decision: z.unknown() }),
      call: ({ decision }, { desk }) => void desk?.submit(decision),
    }),
  ],
};

const trading = allWorkflows.get('trading') as Workflow;
const workflows: Workflows = new Map([
  ...allWorkflows,
  ['trading', { ...trading, tools: () => Promise.resolve([tools]) }],
]);

/** What an agent does with an open decision. */
export type Client = (due: DecisionDue, capability: Capability) => void;

/**
 * Looks at its symbols, asks for a tool that there is not, is refused once, and gives a price
 * that is wrong.
 */
export const steadyClient: Client = ({ asOf, symbols }, capability) => {
  const closes = symbols.map((symbol) => {
    const outcome = capability.call('closes', { symbol, count: 2 });
    return outcome.error === null ? (outcome.value as number[]) : [];
  });
  capability.call('foresee', { asOf });
  const [symbol = ''] = symbols;
  const last = closes[0]?.at(-1) ?? 0;
  const action = last > (closes[0]?.[0] ?? 0) ? 'BUY' : 'SELL';
  capability.call('decide', { decision: { kind: 'action', symbol, action: 'WAIT' } });
  const price = last > 100 ? last : last + 1;
  capability.call('decide', { decision: { kind: 'action', symbol, action, price } });
};

/** Never asks the same twice: an answer that is asked for again has other calls. */
export const restlessClient =
  (random: SeededRandom): Client =>
  (due, capability) => {
    for (let count = Math.floor(random.next() * 4); count > 0; count--) {
      capability.call('closes', { symbol: due.symbols[0], count: Math.ceil(random.next() * 50) });
    }
    steadyClient(due, capability);
  };

/** Serves capabilities in this process, and has its client answer a little later. */
export function serviceWith(client: Client): ToolService {
  const open = new Map<string, Capability>();
  let count = 0;
  return {
    serve: (capability) => {
      const url = `memory:${++count}`;
      open.set(url, capability);
      return { url, isListed: true, end: () => void open.delete(url) };
    },
    announce: async (due, { signal }) => {
      await setImmediate();
      const capability = open.get(due.url);
      if (capability !== undefined && !signal.aborted) client(due, capability);
    },
  };
}

/** `client`: of each process its own, or one for all. */
export async function toolWorld(seed: number, client: Client): Promise<SmallWorld> {
  const { header, plans, openSources, submission } = await smallWorld(seed);
  const [rule, ...others] = plans as [TradingPlan, ...TradingPlan[]];
  const agent = { id: 'caller', kind: 'mcp', timeBudgetMs: 60_000 } as const;
  const caller = { ...rule, id: canonicalHash({ seed, agent }), label: 'caller-AA', agent };
  const world = {
    header,
    openSources,
    workflows,
    plans: [rule, ...others, caller],
    openTools: () => serviceWith(client),
    submission: [...submission, submitted(caller, header)],
  };
  return { ...world, ...(await undisturbed(world)) };
}
