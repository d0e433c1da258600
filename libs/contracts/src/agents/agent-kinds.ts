/**
 * What the system has to know about each kind of agent, beside the members of its configuration.
 */

import type { AgentConfig, AgentKind } from '../scenario/scenario.js';
import { settingsOf } from './model-settings.js';

/** The traits of one kind. Those that depend on the configuration are functions of it. */
export interface AgentTraits<Config = AgentConfig> {
  /** What it does, for listings. */
  readonly summary: string;
  /**
   * Where its answers come from: a rule of its workflow, which follows from tape and seed; a file
   * that may have changed since; a module of code; the tools of each question, through which it
   * also submits; a program that this process does not call.
   */
  readonly answers: 'rule' | 'file' | 'module' | 'tools' | 'elsewhere';
  /** It does the work of any workflow, and a scenario may describe it as it is. */
  readonly isGeneral: boolean;
  /** The command line takes it in short form: `sma-cross:10,30`. */
  readonly hasShortForm: boolean;
  /** It may reach a model through the recording gateway. */
  readonly asksModels: boolean;
  /** It may reason for minutes, so workflows give it more time by default. */
  readonly reasons: boolean;
  /**
   * How services accept it in a scenario from outside: as it is described there, by a registered
   * name, or never.
   */
  readonly submission: 'described' | 'registered' | 'never';
  /** The operator of services may register it under a name. */
  readonly isRegistrable: boolean;
  /** The files it is made of: the content counts, wherever they are stored. */
  readonly content: 'none' | 'file' | 'module' | 'prompt';
  /**
   * Members that change no answer, or whose content is hashed: they are no part of a
   * run's identity.
   */
  readonly notIdentity: readonly string[];
  /** Why it cannot be opened in one process, if it never can. */
  readonly needs?: { readonly what: string; readonly expected: string };
  /** It is a program that may keep something beyond the run, and may have a shell. */
  isProgram(config: Config): boolean;
  /** It can work on several tasks at once. */
  isStateless(config: Config): boolean;
  /**
   * Bars of each symbol that it reads back, so that older columns may leave memory; null for all.
   */
  history(config: Config): number | null;
}

type TraitsTable = {
  readonly [K in AgentKind]: AgentTraits<Extract<AgentConfig, { readonly kind: K }>>;
};

const always = (): true => true;
const never = (): false => false;

/**
 * Rules read the last bar; what lies before it is kept by their indicators, which follow the tape
 * from the moment at which they are asked for. They are therefore opened before the first fact.
 * Only a split makes indicators read their bars again.
 */
const lastBar = (): number => 1;
const allBars = (): null => null;

const rule = {
  answers: 'rule',
  isGeneral: false,
  hasShortForm: true,
  asksModels: false,
  reasons: false,
  submission: 'described',
  isRegistrable: false,
  content: 'none',
  notIdentity: [],
  isProgram: never,
  isStateless: never,
  history: lastBar,
} as const;

/**
 * It works through tools, which may ask for anything on the tape, and gets each task on its own.
 */
const served = {
  answers: 'tools',
  isGeneral: true,
  hasShortForm: false,
  asksModels: false,
  reasons: true,
  submission: 'registered',
  isRegistrable: true,
  content: 'none',
  notIdentity: [],
  isProgram: always,
  isStateless: always,
  history: allBars,
} as const;

/** It cannot be opened in one process. */
const outside = {
  ...rule,
  answers: 'elsewhere',
  hasShortForm: false,
  isProgram: always,
} as const;

/** Kinds in the order of listings. */
export const agentKinds = {
  'buy-and-hold': {
    ...rule,
    summary: 'Long from the first decision, for good; several symbols in equal parts.',
  },
  'sma-cross': {
    ...rule,
    summary:
      'Long while the mean of the last `fast` closes is above that of the last `slow`, else flat.',
    history: ({ fast, slow }) => Math.max(fast, slow),
  },
  'rsi-reversion': {
    ...rule,
    summary:
      'Enters when the relative strength index of `length` is below `enter`, leaves when it is ' +
      'above `exit`.',
    // Older values weigh less than a billionth in Wilder's averages.
    history: ({ length }) => 1 + 21 * length,
  },
  'pair-hold': {
    ...rule,
    summary:
      'Hedging: opens its pair in `direction`, and holds; the pair is given or chosen by ' +
      'cointegration.',
    hasShortForm: false,
    // The choice of a pair looks back from the first answer.
    history: ({ formation }) => formation,
  },
  'pair-zscore': {
    ...rule,
    summary:
      'Hedging: against the log price ratio beyond `enter` deviations of `lookback` bars, closed ' +
      'within `exit`.',
    hasShortForm: false,
    // The z-score looks back from each answer.
    history: ({ formation, lookback }) => Math.max(formation, lookback),
  },
  random: {
    ...rule,
    summary:
      'BUY, SELL or HOLD with equal chance, from the seed; in hedging any pair, and any of its ' +
      'actions.',
  },
  script: {
    ...rule,
    summary:
      'From `file`: signals as CSV or Parquet, a HERCULEAN result, or decisions or answers to ' +
      'tasks as JSON lines.',
    answers: 'file',
    isGeneral: true,
    submission: 'never',
    content: 'file',
    notIdentity: ['file'],
  },
  module: {
    ...rule,
    summary:
      "A user's own TypeScript or JavaScript `file`, in a confined process unless `trusted`.",
    answers: 'module',
    isGeneral: true,
    submission: 'registered',
    isRegistrable: true,
    content: 'module',
    // How many tasks it works on at once changes no answer; the hash covers the files in `reads`.
    notIdentity: ['file', 'reads', 'stateless'],
    isProgram: ({ trusted }) => trusted,
    isStateless: ({ stateless }) => stateless === true,
    history: ({ history }) => history ?? null,
  },
  mcp: {
    ...served,
    summary:
      'Any program that speaks MCP: it is served the tools of each decision at an address, and ' +
      'submits there.',
    submission: 'described',
    // Who is notified of a decision does not change any.
    notIdentity: ['post'],
  },
  llm: {
    ...served,
    summary:
      'A language model in a loop of thought and tool calls, until it submits; each of its calls ' +
      'is recorded.',
    asksModels: true,
    content: 'prompt',
    notIdentity: ['prompt'],
    isProgram: never,
    // Unless it remembers earlier tasks.
    isStateless: (config) => settingsOf(config).memory === 'none',
  },
  http: {
    ...served,
    summary:
      'A program behind a `url`: it is posted each decision with an address of its tools, and ' +
      'answers with one.',
    asksModels: true,
  },
  rule: {
    ...served,
    summary: 'A rule of the workflow by its name; it works through the tools of each decision.',
    isGeneral: false,
    reasons: false,
    submission: 'described',
    isRegistrable: false,
    isProgram: never,
  },
  registered: {
    ...outside,
    summary: 'An agent that the operator of the services has registered under the name `agent`.',
    needs: {
      what: 'an agent that is registered under a name needs services that know it',
      expected: 'the agent itself, or a scenario given to `tapefold cluster submit`',
    },
  },
  external: {
    ...outside,
    summary: 'A program outside that reads the topics of a cluster and answers on them.',
    isGeneral: true,
    needs: {
      what: 'an external agent needs a cluster: it reads and writes topics',
      expected: 'a kind that runs in one process, or a scenario given to `tapefold cluster submit`',
    },
  },
} as const satisfies TraitsTable;

/** Kinds with these traits. */
export type KindWith<Traits extends Partial<AgentTraits>> = {
  [K in AgentKind]: (typeof agentKinds)[K] extends Traits ? K : never;
}[AgentKind];

/** Configurations of the kinds with these traits. */
export type AgentWith<Traits extends Partial<AgentTraits>> = Extract<
  AgentConfig,
  { readonly kind: KindWith<Traits> }
>;

export const traitsOf = ({ kind }: Pick<AgentConfig, 'kind'>): AgentTraits => agentKinds[kind];

/** The kinds that pass, in the order of listings. */
export const kindsThat = (pass: (traits: AgentTraits, kind: AgentKind) => boolean): AgentKind[] =>
  (Object.keys(agentKinds) as AgentKind[]).filter((kind) => pass(agentKinds[kind], kind));

/** Whether its answers are a function of tape and seed, so that a replay may ask it again. */
export const isRepeatable = (agent: Pick<AgentConfig, 'kind'>): boolean =>
  traitsOf(agent).answers === 'rule';

/** Whether it works through the tools of each decision, and submits through them. */
export const isServed = (agent: AgentConfig): agent is AgentWith<{ answers: 'tools' }> =>
  traitsOf(agent).answers === 'tools';

/** Whether it may reach a model through the recording gateway. */
export const asksModels = (agent: AgentConfig): agent is AgentWith<{ asksModels: true }> =>
  traitsOf(agent).asksModels;

/** Whether it can work on several tasks at once. */
export const isStateless = (agent: AgentConfig): boolean => traitsOf(agent).isStateless(agent);

/** Whether it is code with all rights of this process. */
export const isTrusted = (agent: AgentConfig): boolean => agent.kind === 'module' && agent.trusted;

/**
 * Whether it has a process of its own: another run must not share it, as that would
 * leak the future.
 */
export const isConfined = (agent: AgentConfig): boolean =>
  agent.kind === 'module' && !agent.trusted;

/**
 * Whether it may answer after the tape has gone on: tools and modules take time, rules
 * and files do not.
 */
export const mayAnswerLater = (agent: AgentConfig): boolean =>
  agent.kind === 'module' || isServed(agent);
