/** Tools that a service serves to outside agents, and the announcement of due decisions to them. */

import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DecisionDue, ToolService } from '#agents';
import { postDecision } from '#agents/mcp/post-decision';
import type { CapabilityHost } from '#tools/mcp/capability-host';
import type { Serving } from '#tools/mcp/capability-server';
import type { BatchTracing } from '../tracing/batch-tracing.js';

export interface ServedToolsOptions {
  readonly host: string;
  /** 0 binds a free port when the first decision is due. */
  readonly port: number;
  /** The address at which agents reach it, if different from the one it listens on. */
  readonly address: string | undefined;
  /**
   * Where each open decision is posted as JSON. Addresses in plans are ignored: plans
   * come from outside.
   */
  readonly announceTo: string | undefined;
  /** Traces a call within the trace that its client names; without it, nothing is traced. */
  readonly tracing?: Pick<BatchTracing, 'within'> | undefined;
  /** Receives each open decision. */
  readonly onDue: (due: DecisionDue) => void;
  /**
   * Called each time a decision cannot be posted; it is retried as long as the decision is open.
   */
  readonly onRetry: (due: DecisionDue, error: unknown) => void;
}

export interface ServedTools extends ToolService {
  close(): Promise<void>;
}

const postTimeoutMs = 10_000;
const retryMs = 1_000;

/** Throws `Unavailable` if the requested port is not available. */
export async function openServedTools(options: ServedToolsOptions): Promise<ServedTools> {
  let host: Promise<CapabilityHost> | undefined;
  const reach = (): Promise<CapabilityHost> => (host ??= listen(options));
  if (options.port !== 0) await reach();
  return {
    serve: async (capability, announced) =>
      (await reach()).mint(capability, { ...announced, ...tracedBy(options) }),
    announce: async (due, { signal }) => {
      options.onDue(due);
      if (options.announceTo !== undefined) await post(due, options.announceTo, signal, options);
    },
    close: async () => (await host)?.close(),
  };
}

const tracedBy = ({ tracing }: ServedToolsOptions): Pick<Serving, 'inTrace'> =>
  tracing === undefined
    ? {}
    : { inTrace: (traceparent, call) => tracing.within(traceparent, 'tools/call', call) };

/** Loads the protocol on demand: it costs start-up time. */
async function listen({ host, port, address }: ServedToolsOptions): Promise<CapabilityHost> {
  const { CapabilityHost: hosts } = await import('#tools/mcp/capability-host');
  // A server on all interfaces is reached by host name: in a network of containers each
  // worker has one.
  const own = host === '0.0.0.0' && port !== 0 ? `http://${hostname()}:${port}` : undefined;
  const announced = address ?? own;
  return hosts.listen({ host, port, ...(announced === undefined ? {} : { address: announced }) });
}

/** Retries until it is accepted or the decision is made: the receiver may be restarting. */
async function post(
  due: DecisionDue,
  url: string,
  signal: AbortSignal,
  { onRetry }: Pick<ServedToolsOptions, 'onRetry'>,
): Promise<void> {
  while (!signal.aborted) {
    const late = AbortSignal.timeout(postTimeoutMs);
    try {
      await postDecision(url, due, AbortSignal.any([signal, late]));
      if (!late.aborted) return;
    } catch (error) {
      onRetry(due, error);
    }
    await sleep(retryMs, undefined, { signal }).catch(() => undefined);
  }
}
