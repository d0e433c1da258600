/**
 * Turns an outside scenario into the messages that request tape and runs, with the ids of
 * `tapefold run`.
 */

import { canonicalHash, invalidInput } from '#values';
import { noSuchWork } from '#agents/open-agent';
import { checkScenario, planRuns } from '#backtest';
import { hashAgentFiles } from '#backtest/run-folder/agent-files';
import { engineSemantics } from '#contracts';
import { isOpenEnded, type Scenario } from '#contracts/scenario/scenario';
import { isServed, kindsThat, traitsOf } from '#contracts/agents/agent-kinds';
import type { Message, MessagesByTopic } from '#contracts/streams/catalogue';
import type { TapeRequested } from '#contracts/streams/market';
import type { RunSubmitted, ScenarioSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { outgoing, valueBytesMax, type OutgoingMessage } from '#event-log';
import { allWorkflows, workflowOf, type RunPlan, type Workflow, type Workflows } from '#workflows';
import { idOnTape, submittedPlan } from '#workflows/workflow/run-plan';
import { withRegisteredAgents, type RegisteredAgents } from './registered-agents.js';
import { submittedTape, type TapePlaces } from './submitted-tape.js';

export interface SubmissionPlan {
  readonly submission: ScenarioSubmitted;
  readonly tape: TapeRequested;
  readonly runs: readonly RunSubmitted[];
}

interface SubmissionRules extends TapePlaces {
  /**
   * Resolves agents of kind `registered`, and gives the base folder of their files;
   * none by default.
   */
  readonly register?: (RegisteredAgents & { readonly directory: string }) | undefined;
  /** Maximum runs of one scenario. */
  readonly runsMax: number;
  readonly speed: TapeRequested['speed'];
  /** Kinds of work that scenarios may ask for; those of this version by default. */
  readonly workflows?: Workflows | undefined;
}

/**
 * Plans a scenario from outside. It may name only registered data sets, feeds and agents, and
 * built-in agents: a path or code from outside would be code execution. `InvalidInput` for
 * everything that is wrong with it.
 */
export async function planSubmission(
  submitted: Scenario,
  rules: SubmissionRules,
): Promise<SubmissionPlan> {
  const { register = { agents: new Map(), directory: '/', file: null } } = rules;
  const { workflows = allWorkflows } = rules;
  checkScenario(submitted, 'scenario', workflows);
  const workflow = workflowOf(workflows, submitted);
  requireBuiltInAgents(submitted, workflow);
  const scenario = withRegisteredAgents(submitted, register, workflow);
  requireFewRuns(scenario, rules.runsMax);
  const fileHashes = hashAgentFiles(scenario, register.directory, workflows);
  const { header, dataHash, request, data, ...window } = await submittedTape(scenario, rules);
  const plans = planRuns({ scenario, fileHashes, header, dataHash, ...window });
  // Editing a module or a prompt under the same name makes different runs.
  const files = fileHashes.size === 0 ? {} : { files: Object.fromEntries(fileHashes) };
  const submission = canonicalHash({ scenario, data: dataHash, ...files });
  const plan: SubmissionPlan = {
    tape: {
      type: 'TapeRequested',
      version: 1,
      tape: header.id,
      header: { ...header, instruments: [...header.instruments] },
      dataset: scenario.data,
      dataHash,
      badRows: scenario.badRows,
      speed: request.live === true ? 'max' : rules.speed,
      ...request,
    },
    runs: plans.map((plan) => runSubmitted(plan, scenario, { submission, tape: header.id })),
    submission: {
      type: 'ScenarioSubmitted',
      version: 1,
      submission,
      tape: header.id,
      scenario,
      runs: plans.map(({ id }) => id),
      ...(data && { data }),
    },
  };
  return request.live === true ? ofItsTape(plan) : plan;
}

function ofItsTape({ tape, runs, submission }: SubmissionPlan): SubmissionPlan {
  const idOf = (id: string): string => idOnTape(id, tape.tape);
  return {
    tape,
    runs: runs.map((run) => ({ ...run, run: idOf(run.run) })),
    submission: { ...submission, runs: submission.runs.map(idOf) },
  };
}

/** A message ready to append; `InvalidInput` if it exceeds the limit of topics. */
export function outgoingWithinLimit<T extends TopicName>(
  topic: T,
  message: MessagesByTopic[T],
): OutgoingMessage {
  const { type }: Message = message;
  const made = outgoing(topic, message);
  const bytes = Buffer.byteLength(made.value);
  if (bytes <= valueBytesMax) return made;
  throw invalidInput('the scenario is too large', {
    where: type,
    expected: `a message of at most ${valueBytesMax} bytes`,
    found: `${bytes}`,
  });
}

function runSubmitted(
  plan: RunPlan,
  scenario: Scenario,
  place: Pick<RunSubmitted, 'submission' | 'tape'>,
): RunSubmitted {
  return {
    type: 'RunSubmitted',
    version: 1,
    run: plan.id,
    label: plan.label,
    ...place,
    semantics: engineSemantics,
    plan: submittedPlan(plan),
    // A trading run is scored entirely from its journal; tools show texts, which are on no topic.
    ...(scenario.window !== undefined && (!isServed(plan.agent) || isOpenEnded(scenario))
      ? {}
      : { dataset: scenario.data }),
  };
}

/** The kinds of agents that do a scenario's work without a file. */
function requireBuiltInAgents({ agents }: Scenario, workflow: Workflow): void {
  const posted = agents.findIndex((agent) => agent.kind === 'mcp' && agent.post !== undefined);
  if (posted >= 0) {
    // Otherwise a submission could make the service call any address that it can reach.
    throw invalidInput('a submission cannot set where decisions are announced', {
      where: `agents.${posted}.post`,
      expected: 'nothing: services post to the TAPEFOLD_ANNOUNCE_URL of the agent adapter',
      found: 'an address',
    });
  }
  const local = agents.findIndex((agent) => traitsOf(agent).submission === 'never');
  if (local >= 0) {
    const { kind } = agents[local]!;
    throw invalidInput(`a ${kind} cannot be submitted`, {
      where: `agents.${local}.kind`,
      expected: `another kind of agent; ${kind}s run with \`tapefold run\` alone`,
      found: kind,
    });
  }
  const others = kindsThat(
    ({ answers, submission }) => answers !== 'rule' && submission !== 'never',
  );
  const kinds = [...workflow.rules, ...others];
  const other = agents.findIndex(({ kind }) => !kinds.includes(kind));
  if (other < 0) return;
  throw invalidInput(noSuchWork(workflow.name), {
    where: `agents.${other}.kind`,
    expected: kinds.filter((kind) => traitsOf({ kind }).submission === 'described').join(', '),
    found: agents[other]?.kind ?? '',
  });
}

/** Checked before planning: numbers from outside multiply. */
function requireFewRuns(scenario: Scenario, runsMax: number): void {
  const { agents, repeats, window, portfolio, symbols = [] } = scenario;
  const perSymbol = window !== undefined && portfolio !== true;
  const perAgent = perSymbol ? symbols.length : 1;
  const runs = perAgent * agents.length * repeats;
  if (runs <= runsMax) return;
  throw invalidInput('the scenario has too many runs', {
    where: window === undefined ? 'agents, repeats' : 'agents, symbols, repeats',
    expected: `at most ${runsMax} runs`,
    found: `${runs}`,
  });
}
