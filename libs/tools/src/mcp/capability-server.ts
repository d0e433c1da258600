/** An MCP server of one capability: it lists what the capability holds, and hands every call to it as it was asked. */

import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Implementation,
} from '@modelcontextprotocol/server';
import type { Capability, CallOutcome } from '../capability.js';
import { instructionsOf, type Told } from './instructions.js';
import { listingOf, structuredContent } from './tool-listing.js';

/** What a capability's tools are served with. */
export interface Serving extends Told {
  /** Version of the program that serves them. */
  readonly version?: string;
  /** Hears that the tools were listed, by which an agent comes to know them. */
  readonly onListed?: () => void;
  /** Takes a defect of ours. The agent is told only that there was one. */
  readonly onDefect?: (error: unknown) => void;
}

/** A capability's tools are the same until it ends, so a client may keep the list for as long as it lives. */
const listKept = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

/**
 * Makes servers of a capability: one for each request of revision 2026-07-28, one for each session of those before it.
 * Arguments are parsed by the capability alone, so that each call is on record, as well one that breaks its schema.
 */
export function serversOf(capability: Capability, serving: Serving = {}): () => McpServer {
  const info = identityOf(capability, serving.version);
  const options = {
    capabilities: { tools: {} },
    instructions: instructionsOf(capability, serving),
    cacheHints: { 'tools/list': listKept, 'server/discover': listKept },
  };
  const { onDefect = warnOfDefect } = serving;
  return () => {
    const product = new McpServer(info, options);
    product.server.setRequestHandler('tools/list', () => {
      serving.onListed?.();
      return { tools: capability.tools.map(listingOf) };
    });
    product.server.setRequestHandler('tools/call', ({ params }) => {
      try {
        return answerOf(capability.call(params.name, params.arguments));
      } catch (error) {
        onDefect(error);
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
      }
    });
    return product;
  };
}

/** A server goes by the name of its first set: HERCULEAN's, where ours stands beside it. */
function identityOf({ sets }: Capability, version = '0'): Implementation {
  const [first] = sets;
  return {
    name: first?.name ?? 'tapefold_mcp',
    title: sets.map(({ title }) => title).join(', '),
    version,
  };
}

/** Standard error, as a warning of the process: standard output may carry the protocol. */
const warnOfDefect = (error: unknown): void =>
  process.emitWarning(error instanceof Error ? error : String(error));

const answerOf = (outcome: CallOutcome): CallToolResult =>
  outcome.error === null
    ? {
        content: [{ type: 'text', text: outcome.text }],
        structuredContent: structuredContent(outcome.value),
      }
    : { content: [{ type: 'text', text: outcome.error }], isError: true };
