/**
 * The part that all long-or-flat rules have in common: wanted positions in, decisions that name
 * the changes out.
 */

import type { Decision } from '#contracts';
import type { Agent, AgentContext } from '#agents';

/** The position a rule wants for one symbol, given the one that it wanted before. */
type LongFlatSignal = (wantedBefore: 0 | 1) => 0 | 1;

const noTargets: Decision = Object.freeze({ kind: 'target', positions: Object.freeze({}) });
const noWeights: Decision = Object.freeze({ kind: 'weights', weights: Object.freeze({}) });

/**
 * An agent that asks one signal per symbol of the run, starting flat. A run of one symbol gets
 * the target 1 or 0; a run of n gets weights, each long symbol 1/n of equity. A decision names
 * only symbols whose wanted position changed: the others are neither rebalanced nor topped up.
 * Constant decisions are returned again and again, frozen, so that a decision without a change
 * allocates nothing.
 */
export function longFlatAgent(
  context: AgentContext,
  signalOf: (symbol: string) => LongFlatSignal,
): Agent {
  const [symbol] = context.symbols;
  if (context.symbols.length === 1 && symbol !== undefined) {
    return singleSymbolAgent(symbol, signalOf(symbol));
  }
  return portfolioAgent(context.symbols, context.symbols.map(signalOf));
}

function singleSymbolAgent(symbol: string, signal: LongFlatSignal): Agent {
  const long = targetOf(symbol, 1);
  const flat = targetOf(symbol, 0);
  let wanted: 0 | 1 = 0;
  return {
    decide() {
      const before = wanted;
      wanted = signal(before);
      if (wanted === before) return noTargets;
      return wanted === 1 ? long : flat;
    },
    close: () => undefined,
  };
}

function portfolioAgent(symbols: readonly string[], signals: readonly LongFlatSignal[]): Agent {
  const wanted = symbols.map((): 0 | 1 => 0);
  const share = 1 / symbols.length;
  return {
    decide() {
      let changes: [string, number][] | undefined;
      for (let index = 0; index < signals.length; index++) {
        const before = wanted[index] as 0 | 1;
        const now = (signals[index] as LongFlatSignal)(before);
        if (now === before) continue;
        wanted[index] = now;
        (changes ??= []).push([symbols[index] as string, now * share]);
      }
      return changes === undefined ? noWeights : weightsOf(changes);
    },
    close: () => undefined,
  };
}

function targetOf(symbol: string, position: 0 | 1): Decision {
  return Object.freeze({ kind: 'target', positions: Object.freeze({ [symbol]: position }) });
}

function weightsOf(changes: readonly [string, number][]): Decision {
  return Object.freeze({ kind: 'weights', weights: Object.freeze(Object.fromEntries(changes)) });
}
