/**
 * Where tools are served: an address for each open decision, on a host that starts with the
 * first of them.
 */

import { unavailable } from '#values';
import type { DecisionDue, ToolService } from '#agents';
import type { CapabilityHost } from '#tools/mcp/capability-host';

/** Gets each open decision, and whether its agent is notified elsewhere. */
export type OnDecisionDue = (due: DecisionDue, isPosted: boolean) => void;

interface OpenToolService extends ToolService {
  close(): Promise<void>;
}

/** Opens nothing before the first decision is due. Clients get `version` of the program. */
export function openToolService(
  onDue: OnDecisionDue | undefined,
  version: string,
): OpenToolService {
  let host: Promise<CapabilityHost> | undefined;
  return {
    serve: async (capability, terms) =>
      (await (host ??= listen())).mint(capability, { ...terms, version }),
    announce: async (due, { post, signal }) => {
      onDue?.(due, post !== undefined);
      if (post !== undefined) {
        const { postDecision } = await import('#agents/mcp/post-decision');
        return postDecision(post, due, signal);
      }
      if (onDue === undefined) throw unavailable('no service follows the decisions of the run');
    },
    close: async () => {
      await (await host?.catch(() => undefined))?.close();
    },
  };
}

/** The protocol loads on demand: it costs start-up time. */
async function listen(): Promise<CapabilityHost> {
  const { CapabilityHost: host } = await import('#tools/mcp/capability-host');
  return host.listen();
}
