/** Where tools are served: an address for each open decision, on a host that starts with the first of them. */

import { unavailable } from '#values';
import type { DecisionDue, ToolService } from '#agents';
import type { CapabilityHost } from '#tools/mcp/capability-host';

/** Gets each open decision that is not posted anywhere. */
export type OnDecisionDue = (due: DecisionDue) => void;

export interface OpenToolService extends ToolService {
  close(): Promise<void>;
}

/** Opens nothing before the first decision is due. */
export function openToolService(onDue: OnDecisionDue | undefined): OpenToolService {
  let host: Promise<CapabilityHost> | undefined;
  return {
    serve: async (capability, told) => (await (host ??= listen())).mint(capability, told),
    announce: async (due, { post, signal }) => {
      if (post !== undefined) {
        const { postDecision } = await import('#agents/mcp/post-decision');
        return postDecision(post, due, signal);
      }
      if (onDue === undefined) throw unavailable('nobody follows the decisions of the run');
      onDue(due);
    },
    close: async () => {
      await (await host?.catch(() => undefined))?.close();
    },
  };
}

/** The protocol loads when it is needed: it costs start-up time. */
async function listen(): Promise<CapabilityHost> {
  const { CapabilityHost: host } = await import('#tools/mcp/capability-host');
  return host.listen();
}
