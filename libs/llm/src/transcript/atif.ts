/**
 * Transcripts in the Agent Trajectory Interchange Format, version 1.7: a trajectory of the run,
 * with a step for each attempt, and one of each attempt embedded in it.
 */

import { jsonOf } from '#values';
import type { ToolStep } from './made-tool-calls.js';
import type { AttemptTranscript, CallStep, DecisionTranscript } from './transcript.js';

const schemaVersion = 'ATIF-v1.7';

type Extra = Readonly<Record<string, unknown>>;

interface AtifStep {
  /** From 1, without gaps. */
  readonly step_id: number;
  readonly timestamp?: string;
  readonly source: 'system' | 'user' | 'agent';
  readonly model_name?: string;
  readonly message: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly AtifToolCall[];
  readonly observation?: { readonly results: readonly AtifResult[] };
  readonly metrics?: Extra;
  /** 0 for decisions without a model. */
  readonly llm_call_count?: number;
  readonly extra?: Extra;
}

interface AtifToolCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: object;
  readonly extra?: Extra;
}

interface AtifResult {
  readonly source_call_id?: string;
  readonly content?: string;
  readonly subagent_trajectory_ref?: readonly { readonly trajectory_id: string }[];
  readonly extra?: Extra;
}

interface AtifTrajectory {
  readonly schema_version: typeof schemaVersion;
  readonly session_id: string;
  readonly trajectory_id: string;
  readonly agent: Extra;
  readonly steps: readonly AtifStep[];
  readonly final_metrics: Extra;
  readonly extra?: Extra;
  readonly subagent_trajectories?: readonly AtifTrajectory[];
}

/** Whose transcripts they are. */
export interface TranscribedRun {
  /** Id of the run. */
  readonly run: string;
  readonly label: string;
  /** Version of the program. */
  readonly codeVersion: string;
}

/** An attempt with its decision. */
interface Decided {
  readonly decision: DecisionTranscript;
  readonly attempt: AttemptTranscript;
  readonly isLast: boolean;
}

/** The trajectory of a run, or of the given decisions of it, of which there is at least one. */
export function atifTrajectory(
  decisions: readonly DecisionTranscript[],
  about: TranscribedRun,
): AtifTrajectory {
  const attempts = decisions.flatMap((decision) =>
    decision.attempts.map((attempt, at): Decided => {
      return { decision, attempt, isLast: at === decision.attempts.length - 1 };
    }),
  );
  const steps = attempts.map((decided): Step => {
    const { decision, attempt } = decided;
    const content = attempt.decision ?? attempt.reason ?? '';
    const subagent_trajectory_ref = [{ trajectory_id: idOf(decided) }];
    return {
      timestamp: attempt.openedAt,
      source: 'agent',
      message: askWords(decision, attempt),
      llm_call_count: 0,
      observation: { results: [{ content, subagent_trajectory_ref }] },
      extra: endOf(decided),
    };
  });
  return {
    ...trajectory(about, attempts[0]?.attempt, {
      id: about.run,
      steps,
      calls: attempts.flatMap(({ attempt }) => attempt.calls),
      extra: { label: about.label },
    }),
    subagent_trajectories: attempts.map((decided) => attemptTrajectory(decided, about)),
  };
}

const trajectory = (
  about: TranscribedRun,
  attempt: AttemptTranscript | undefined,
  {
    id,
    steps,
    calls,
    extra,
  }: { id: string; steps: readonly Step[]; calls: readonly CallStep[]; extra: Extra },
): AtifTrajectory => ({
  schema_version: schemaVersion,
  session_id: about.run,
  trajectory_id: id,
  agent: agentOf(attempt, about),
  steps: steps.map((step, at) => ({ step_id: at + 1, ...step })),
  final_metrics: totals(calls, steps.length),
  extra,
});

const idOf = ({ decision, attempt }: Decided): string => `${decision.asOf}-${attempt.attempt}`;

const askWords = ({ asOf, session }: DecisionTranscript, { attempt }: AttemptTranscript): string =>
  `Decision of ${session ?? `as-of ${asOf}`}, attempt ${attempt}`;

const endOf = ({ decision, attempt }: Decided): Extra => ({
  as_of: decision.asOf,
  session: decision.session,
  attempt: attempt.attempt,
  class: attempt.class,
  reason: attempt.reason,
  notes: attempt.notes,
  duration_ms: attempt.durationMs,
});

function agentOf(
  attempt: AttemptTranscript | undefined,
  { label, codeVersion }: TranscribedRun,
): Extra {
  const definitions = attempt?.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: parameters ?? {} },
  }));
  return {
    name: attempt?.agent ?? label,
    version: codeVersion,
    ...(attempt?.model === null || attempt === undefined ? {} : { model_name: attempt.model }),
    ...(definitions === undefined ? {} : { tool_definitions: definitions }),
  };
}

function attemptTrajectory(decided: Decided, about: TranscribedRun): AtifTrajectory {
  const { decision, attempt, isLast } = decided;
  const { calls } = attempt;
  const others = isLast ? decision.otherTools : [];
  const steps = [...calls.flatMap(callSteps), ...(others.length === 0 ? [] : [otherStep(others)])];
  if (steps.length === 0) steps.push({ source: 'system', message: 'No model call was recorded.' });
  return trajectory(about, attempt, { id: idOf(decided), steps, calls, extra: endOf(decided) });
}

type Step = Omit<AtifStep, 'step_id'>;

function callSteps(call: CallStep): Step[] {
  const prompts = call.told.map(({ role, text }): Step => {
    return { source: role === 'system' ? 'system' : 'user', message: text };
  });
  const stated = call.startedAt === '' ? {} : { timestamp: call.startedAt };
  const thought = call.thought === '' ? {} : { reasoning_content: call.thought };
  return [
    ...prompts,
    {
      ...stated,
      source: 'agent',
      model_name: call.model,
      message: call.text,
      ...thought,
      ...toolsOf(call.tools, `${call.lane}-${call.ordinal}`),
      metrics: metricsOf(call),
      llm_call_count: 1,
      extra: {
        lane: call.lane,
        ordinal: call.ordinal,
        status: call.status,
        stop_reason: call.stopReason,
        tries: call.tries,
        duration_ms: call.durationMs,
        error: call.error ?? call.raw,
      },
    },
  ];
}

const otherStep = (tools: readonly ToolStep[]): Step => ({
  source: 'agent',
  message: '',
  llm_call_count: 0,
  ...toolsOf(tools, 'tools'),
});

/**
 * Some providers give tool calls no id, and others reuse ids between steps, so calls get ids of
 * their own here.
 */
function toolsOf(
  tools: readonly ToolStep[],
  prefix: string,
): Pick<Step, 'tool_calls' | 'observation'> {
  if (tools.length === 0) return {};
  const calls = tools.map((tool, at) => ({ ...tool, key: `${prefix}-${at + 1}` }));
  return {
    tool_calls: calls.map(({ key, name, arguments: asked, id, error }) => ({
      tool_call_id: key,
      function_name: name,
      ...argumentsOf(asked, { provider_id: id, error }),
    })),
    observation: {
      results: calls.map(({ key, result, error }) => ({
        source_call_id: key,
        content: result ?? error ?? '',
      })),
    },
  };
}

/** Arguments are an object; anything else is kept as written. */
function argumentsOf(asked: string, extra: Extra): Pick<AtifToolCall, 'arguments' | 'extra'> {
  const value = jsonOf(asked);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject) return { arguments: value, extra };
  return { arguments: {}, extra: { ...extra, arguments_text: asked } };
}

function metricsOf({ usage, usd }: CallStep): Extra {
  return {
    ...(usage === null
      ? {}
      : {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          cached_tokens: usage.cachedInput,
          extra: { reasoning_tokens: usage.reasoning, cache_write_tokens: usage.cacheWrite },
        }),
    ...(usd === null ? {} : { cost_usd: usd }),
  };
}

/** A sum that lacks calls without usage or price is marked: it is not a total. */
function totals(calls: readonly CallStep[], steps: number): Extra {
  const sum = (figure: (call: CallStep) => number | null | undefined): number =>
    calls.reduce((total, call) => total + (figure(call) ?? 0), 0);
  const charged = calls.filter((call) => call.mayBeCharged);
  const unpriced = charged.filter(({ usd }) => usd === null).length;
  const usd = sum((call) => call.usd);
  return {
    total_prompt_tokens: sum(({ usage }) => usage?.input),
    total_completion_tokens: sum(({ usage }) => usage?.output),
    total_cached_tokens: sum(({ usage }) => usage?.cachedInput),
    ...(unpriced === 0 && calls.length > 0 ? { total_cost_usd: usd } : {}),
    total_steps: steps,
    extra: {
      model_calls: calls.length,
      unmetered_calls: charged.filter(({ usage }) => usage === null).length,
      unpriced_calls: unpriced,
      priced_cost_usd: usd,
    },
  };
}
