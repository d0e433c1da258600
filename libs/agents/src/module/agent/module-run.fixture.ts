/** A small run of daily bars around a module that is written to a temporary folder: for tests. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { civilDate, isFailure, sha256Hex, startOfUtcDay } from '#values';
import { sweepSize } from '#values/sweep-size.fixture';
import { factKinds, FactColumns, noInstrument, type ExecutionPolicy } from '#contracts';
import { AsOfStore, Cursor } from '#market-view';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { tradingWork } from '#workflows/trading/trading-work';
import type { MarketDesk } from '#workflows/workflow/workflow';
import type { Agent, Answer } from '../../seat/agent.js';
import { openModuleAgent, type ModuleConfig } from './open-module-agent.js';

export const canary = 987_654.25;
export const canaryText = 'CANARY-of-tomorrow';
const instruments = [{ symbol: 'AAPL', currency: 'USD' }];
const header = { instruments, tradePrice: 'close', priceBasis: 'raw', calendar: 'XNYS' } as const;
export const policy: ExecutionPolicy = {
  name: 'close',
  version: 1,
  fill: 'decision-close',
  hold: 'keep',
  short: false,
  size: 'all-in',
  lotSize: 0,
  feeBps: 0,
  slippageBps: 0,
  borrowBpsPerYear: 0,
  dividends: 'ignore',
  liquidate: false,
  basis: 'capital',
};

const opened: Pick<Agent, 'close'>[] = [];

/** Where the modules of a test file are written. */
export const folder = mkdtempSync(join(tmpdir(), 'module-agent-'));

/**
 * Call it in each test file: files share this module, so the folder's name too, and each removes
 * it when it ends.
 */
export function makeFolder(): void {
  mkdirSync(folder, { recursive: true });
}

/** Lets `closeAgents` end this one too. */
export function closeLater(agent: Pick<Agent, 'close'>): void {
  opened.push(agent);
}

/** Ends the processes of a test. */
export async function closeAgents(): Promise<void> {
  for (const agent of opened.splice(0)) await agent.close();
}

export function removeFolder(): void {
  rmSync(folder, { recursive: true });
}

/** Days of one bar each, closes 100, 101, …; a filing on day 2; the canary from day 6 on. */
function market(days: number): { facts: FactColumns; documents: Map<string, string> } {
  const facts = new FactColumns(days * 4);
  const documents = new Map<string, string>();
  const first = civilDate(2025, 3, 3);
  for (let day = 1; day <= days; day++) {
    const session = first + day - 1;
    const time = startOfUtcDay(session) + 1_000_000 * day;
    const push = (kind: 7 | 8 | 3, payload: Parameters<FactColumns['pushFact']>[0]['payload']) =>
      facts.pushFact({
        kind,
        instrument: noInstrument,
        knowledgeTime: time,
        eventTime: time,
        payload,
      });
    push(factKinds.sessionOpen, { kind: 'sessionOpen', session });
    const row = facts.count++;
    facts.kind[row] = factKinds.bar;
    facts.knowledgeTime[row] = time;
    for (const column of [facts.open, facts.high, facts.low, facts.close]) {
      column[row] = day > 5 ? canary : 99 + day;
    }
    if (day === 2 || day === 6) {
      const text = day === 2 ? 'Risk factors of old.' : canaryText;
      const sha256 = sha256Hex(text);
      documents.set(sha256, text);
      const sections = [{ name: 'risk', document: { sha256, chars: text.length } }];
      const dates = { filedDate: session, acceptedAt: time, periodEnd: null, accession: null };
      push(factKinds.filing, {
        kind: 'filing',
        symbol: 'AAPL',
        form: day === 2 ? '10-K' : canaryText,
        ...dates,
        sections,
      });
    }
    push(factKinds.sessionClose, { kind: 'sessionClose', session, early: false });
  }
  return { facts, documents };
}

interface Opening {
  readonly name?: string;
  /** More files of its folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly config?: Partial<ModuleConfig>;
  readonly hidden?: readonly string[];
  readonly days?: number;
}

/**
 * Writes the module and opens it, with a small run around it that decides at each session close.
 */
export async function open(
  source: string,
  { name = 'agent.mjs', config = {}, hidden = [], days = 8, files = {} }: Opening = {},
) {
  const home = mkdtempSync(join(folder, 'run-'));
  for (const [file, text] of Object.entries({ ...files, [name]: source })) {
    writeFileSync(join(home, file), text);
  }
  const { facts, documents } = market(days);
  const store = new AsOfStore({ ...header, history: null, documents });
  const cursor = new Cursor(store);
  const parsed = agentConfigSchema.parse({ id: 'mine', kind: 'module', file: name, ...config });
  const desk = { symbols: ['AAPL'] } as Partial<MarketDesk> as MarketDesk;
  const context = { symbols: ['AAPL'], policy, seed: 1, view: cursor.view };
  const work = tradingWork(context, desk);
  let printed = '';
  const print = (lines: string): void => void (printed += lines);
  const options = {
    directory: home,
    header,
    print,
    hidden: hidden.map((path) => join(home, path)),
  };
  const agent = await openModuleAgent(parsed as ModuleConfig, work, options);
  closeLater(agent);
  let row = 0;
  /** Releases facts up to the next session close, and asks. */
  const decide = async (): Promise<Answer> => {
    const from = row;
    while (facts.kind[row++] !== factKinds.sessionClose);
    store.append(facts, from, row);
    for (let index = from; index < row; index++) cursor.advance(facts, index);
    agent.observe?.(facts, from, row);
    const { asOf, time, session, view } = cursor;
    const account = { cash: 1000, equity: 1000, shares: () => 3 };
    return agent.decide({ asOf, time, session: session ?? 0, symbols: ['AAPL'], view, account });
  };
  return { agent, decide, home, printed: () => printed };
}

export const deciding = (body: string) =>
  `export default { async decide(observation) { ${body} } };`;
/** A module that runs the next of these bodies at each question: one process for many of them. */
export const decidingInTurn = (bodies: readonly string[]) =>
  `const bodies = [${bodies.map((body) => `async (observation) => { ${body} }`).join(',\n')}];
  let turn = 0;
  export default { decide: (observation) => bodies[turn++](observation) };`;
/** A statement that never ends: at full size one that keeps a core busy meanwhile. */
export const hangingStatement = (): string =>
  sweepSize('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', 'for (;;);');
export const saying = (expression: string) =>
  deciding(`return { kind: 'action', action: 'HOLD', rationale: JSON.stringify(${expression}) };`);
export const answerBody = (answer: Answer): unknown =>
  answer.kind === 'action' && answer.rationale !== undefined
    ? JSON.parse(answer.rationale)
    : answer;
/** The answers of a module that runs the next body at each of its decisions. */
export async function answersInTurn(
  bodies: readonly string[],
  config: Partial<ModuleConfig>,
): Promise<Answer[]> {
  const { decide } = await open(decidingInTurn(bodies), { config, days: bodies.length });
  const answers = [];
  for (const _ of bodies) answers.push(await decide());
  return answers;
}
export const reason = (answer: Answer) =>
  'reason' in answer ? answer.reason : JSON.stringify(answer);

/** The message of the refusal to open it. */
export async function refusalOf(source: string, opening: Opening = {}): Promise<string> {
  const error: unknown = await open(source, opening).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isFailure(error, 'InvalidInput') ? error.message : `no refusal: ${String(error)}`;
}
