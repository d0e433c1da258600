/**
 * From a scenario to its runs: one a symbol and agent, or one an agent over all symbols,
 * times repeats.
 */

import {
  canonicalHash,
  excerpt,
  invalidInput,
  invariant,
  parseCivilDate,
  sha256Hex,
  type CivilDate,
} from '#values';
import type { CalendarName, TapeHeader } from '#contracts';
import { isStateless, traitsOf } from '#contracts/agents/agent-kinds';
import { calendarNameOf } from '#contracts/facts/calendar-name';
import type { SessionCalendar } from '#market-data';
import { calendarOf } from '#market-data/calendar/calendar-of';
import {
  isOpenEnded,
  ofTasks,
  overWindow,
  termsFor,
  type AgentConfig,
  type DecideAt,
  type EquityRowsOf,
  type Scenario,
  type TaskScenario,
  type TradingScenario,
} from '#contracts/scenario/scenario';
import { openEnd } from '#contracts/scenario/trading-terms';
import { folderName } from '../run-folder/run-folder.js';
import { resolvePolicy } from '#portfolio';
import { marketOf, type RunPlan, type TaskPlan, type TradingPlan } from '#workflows';

export interface PlanInput<S extends Scenario = Scenario> {
  readonly scenario: S;
  readonly header: TapeHeader;
  /** SHA-256 of the data set's content. */
  readonly dataHash: string;
  /** SHA-256 of a script's or module's file, or of a model agent's prompt, by agent id. */
  readonly fileHashes: ReadonlyMap<string, string>;
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
}

/** When decisions are due by default: at bars of intraday data, at closes of daily data. */
const dueAt = ({ barFrequency }: TapeHeader): DecideAt =>
  barFrequency === 'intraday' ? 'bar' : 'session-close';

/**
 * The runs in their lasting order: symbol by symbol where they trade, agent by agent,
 * repeat by repeat.
 */
export function planRuns(input: PlanInput<TradingScenario>): TradingPlan[];
export function planRuns(input: PlanInput): RunPlan[];
export function planRuns(input: PlanInput): RunPlan[] {
  const over = overWindow(input.scenario);
  if (over !== undefined) return planTradingRuns({ ...input, scenario: over });
  const tasks = ofTasks(input.scenario);
  invariant(tasks !== undefined, 'a scenario has a window or tasks');
  return planTaskRuns({ ...input, scenario: tasks });
}

function planTaskRuns(input: PlanInput<TaskScenario>): TaskPlan[] {
  const { agents, repeats } = input.scenario;
  const plans = agents.flatMap((agent) =>
    Array.from({ length: repeats }, (_, repeat) => planTaskRun(input, agent, repeat)),
  );
  return distinctly(plans);
}

function planTradingRuns(input: PlanInput<TradingScenario>): TradingPlan[] {
  const { symbols: all, portfolio, agents, repeats } = input.scenario;
  const groups = portfolio ? [all] : all.map((symbol) => [symbol]);
  const cells = groups.flatMap((symbols) => agents.map((agent) => ({ symbols, agent })));
  const plans = cells.flatMap((cell) =>
    Array.from({ length: repeats }, (_, repeat) => planRun(input, { ...cell, repeat })),
  );
  return distinctly(plans);
}

/** No two runs share a folder, even on file systems that ignore case. */
function distinctly<P extends RunPlan>(plans: readonly P[]): P[] {
  const bearers = new Map<string, number>();
  for (const { label } of plans) {
    const name = label.toLowerCase();
    bearers.set(name, (bearers.get(name) ?? 0) + 1);
  }
  return plans.map((plan) => {
    const unique = bearers.get(plan.label.toLowerCase()) === 1;
    return unique ? plan : { ...plan, label: `${plan.label}-${plan.id.slice(0, 8)}` };
  });
}

interface Cell {
  readonly symbols: readonly string[];
  readonly agent: AgentConfig;
  readonly repeat: number;
}

function planTaskRun(input: PlanInput<TaskScenario>, agent: AgentConfig, repeat: number): TaskPlan {
  const { scenario, dataHash, fileHashes, header } = input;
  const { workflow, seed, badRows, repeats } = scenario;
  const terms = termsFor(scenario, agent);
  const isOpen = isOpenEnded(scenario);
  const tapeSymbols = header.instruments.map(({ symbol }) => symbol);
  const identity = {
    // Data that grows is known by its name.
    data: isOpen ? header.dataset : dataHash,
    workflow,
    terms,
    tapeSymbols,
    seed,
    badRows,
    agent: agentIdentity(agent, fileHashes),
    repeat,
  };
  return {
    id: canonicalHash(identity),
    label: labelOf(agent.id, workflow, repeats > 1 ? repeat : undefined),
    workflow,
    agent,
    repeat,
    baseSeed: seed,
    seed: seedOf(`${seed}/${agent.id}/${workflow}/${repeat}`),
    data: isOpen ? null : dataHash,
    file: fileHashes.get(agent.id) ?? null,
    terms,
    tasksAtOnce: isStateless(agent) ? scenario.tasksAtOnce : 1,
  };
}

/** When decisions are due: as the workflow fixes it, the scenario says, or the bars allow. */
function decideOf(scenario: TradingScenario, header: TapeHeader): TradingPlan['decide'] {
  return marketOf(scenario).decide ?? scenario.decide ?? dueAt(header);
}

function planRun(input: PlanInput<TradingScenario>, { symbols, agent, repeat }: Cell): TradingPlan {
  const { scenario, header } = input;
  const { workflow, portfolio, capital, seed, badRows } = scenario;
  const market = marketOf(scenario);
  const policy = resolvePolicy(scenario.execution, market.policies);
  const subject = portfolio ? market.subject : (symbols[0] as string);
  const decide = decideOf(scenario, header);
  // Data that grows is known by its name, and no session is the last.
  const isOpen = isOpenEnded(scenario);
  const { calendar, sessionsPerYear } = followedBy(header, symbols);
  const { firstSession, lastSession } = windowOf(input, calendar);
  const decided = calendar ?? scenario.calendar;
  const identity = {
    data: isOpen ? header.dataset : input.dataHash,
    window: [firstSession, lastSession],
    // The tape's symbols count as well: they are on the tape that the agent reads.
    workflow,
    tapeSymbols: scenario.symbols,
    symbols,
    portfolio,
    capital,
    policy,
    decide,
    seed,
    badRows,
    agent: agentIdentity(agent, input.fileHashes),
    repeat,
    ...(decided && { calendar: decided }),
    // So do the sessions that runs of other symbols follow.
    ...(header.calendars && { calendars: header.calendars }),
  };
  return {
    id: canonicalHash(identity),
    label: labelOf(agent.id, subject, scenario.repeats > 1 ? repeat : undefined),
    workflow,
    agent,
    symbols,
    portfolio,
    repeat,
    baseSeed: seed,
    seed: seedOf(`${seed}/${agent.id}/${subject}/${repeat}`),
    policy,
    capital,
    currency: currencyOf(header, symbols),
    decide,
    equity: scenario.equity ?? equityByDefault(header, { calendar, firstSession, lastSession }),
    firstSession,
    lastSession,
    sessionsPerYear,
    ...(calendar && { calendar }),
    data: isOpen ? null : input.dataHash,
    file: input.fileHashes.get(agent.id) ?? null,
  };
}

/** Fewer sessions than this are worth a row a mark. */
const fewSessions = 10;

/**
 * By tape, and by what it depends on beside: the runs of a scenario share it, and sessions take
 * time to count.
 */
const rowsByDefault = new WeakMap<TapeHeader, Map<string, EquityRowsOf>>();

/** A row a session, but a row a mark where few sessions are asked for or the window has no end. */
function equityByDefault(header: TapeHeader, window: Window): EquityRowsOf {
  const { calendar, firstSession, lastSession } = window;
  if (lastSession === openEnd) return 'marks';
  const known = rowsByDefault.get(header) ?? new Map<string, EquityRowsOf>();
  rowsByDefault.set(header, known);
  const key = [calendar, firstSession, lastSession].join();
  const rows = known.get(key) ?? rowsIn(calendarOf(calendar ?? calendarNameOf(header)), window);
  known.set(key, rows);
  return rows;
}

function rowsIn(calendar: SessionCalendar, { firstSession, lastSession }: Window): EquityRowsOf {
  const sessions = calendar.sessionsBetween(firstSession, lastSession).length;
  return sessions < fewSessions ? 'marks' : 'sessions';
}

/** The sessions that a run follows; the calendar is omitted if it is that of the tape. */
function followedBy(
  { calendars, instruments, sessionsPerYear }: TapeHeader,
  symbols: readonly string[],
): Pick<TradingPlan, 'calendar' | 'sessionsPerYear'> {
  const own = instruments.find(({ symbol }) => symbol === symbols[0])?.calendar;
  // Only tapes of runs of single symbols have sessions of several calendars.
  if (calendars === undefined || own === undefined) return { sessionsPerYear };
  return { calendar: own, sessionsPerYear: calendarOf(own).sessionsPerYear };
}

type Window = Pick<TradingPlan, 'calendar' | 'firstSession' | 'lastSession'>;

/** The window in the sessions of a run. `InvalidInput` if it has none of them. */
function windowOf(
  { scenario: { window }, header, firstSession, lastSession }: PlanInput<TradingScenario>,
  name: CalendarName | undefined,
): Pick<TradingPlan, 'firstSession' | 'lastSession'> {
  const isOpen = window.to === 'open';
  if (header.calendars === undefined) {
    return { firstSession, lastSession: isOpen ? openEnd : lastSession };
  }
  const calendar = calendarOf(name ?? calendarNameOf(header));
  const first = calendar.sessionOnOrAfter(parseCivilDate(window.from) as CivilDate);
  const to = parseCivilDate(window.to) as CivilDate;
  const last = isOpen ? openEnd : calendar.sessionOnOrBefore(to);
  if (first <= last) return { firstSession: first, lastSession: last };
  throw invalidInput(`the window has no session of ${calendar.name}`, {
    where: 'window',
    found: `${window.from} to ${window.to}`,
  });
}

/**
 * An agent is its configuration and its file's content, wherever the file is stored. If it asks
 * models, its whole configuration counts: time, budgets and streaming affect what it is told and
 * how it may fail. A scenario lacks the address of its model. Its terms are those of the run.
 */
function agentIdentity(agent: AgentConfig, fileHashes: ReadonlyMap<string, string>): unknown {
  const { content, notIdentity } = traitsOf(agent);
  const left = new Set(['terms', ...notIdentity]);
  const members = Object.entries(agent).filter(([name]) => !left.has(name));
  if (content !== 'none') members.push(['sha256', fileHashes.get(agent.id)]);
  return Object.fromEntries(members);
}

/** Accounts hold one currency; a run over several is refused. */
function currencyOf(header: TapeHeader, symbols: readonly string[]): string {
  const currencies = new Set(
    header.instruments.filter(({ symbol }) => symbols.includes(symbol)).map((one) => one.currency),
  );
  const [currency] = currencies;
  if (currency !== undefined && currencies.size === 1) return currency;
  throw invalidInput('a run holds one currency', {
    where: 'symbols',
    expected: 'instruments of one currency',
    found: excerpt([...currencies].join(', ')),
  });
}

/** 48 bits, so that a double holds them. */
function seedOf(text: string): number {
  return Number.parseInt(sha256Hex(text).slice(0, 12), 16);
}

/** External symbols may contain any character. */
function labelOf(agent: string, subject: string, repeat: number | undefined): string {
  return `${agent}-${folderName(subject)}${repeat === undefined ? '' : `-${repeat + 1}`}`;
}
