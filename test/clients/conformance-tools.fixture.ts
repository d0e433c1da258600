/**
 * The tools that scenarios of the conformance suite call by name, mounted next to the real ones:
 * same addresses, same eras, same listing, and results of forms that no real tool has.
 */

import {
  MissingRequiredClientCapabilityError,
  type CallToolResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Capability } from '#tools';
import { serversOf } from '#tools/mcp/capability-server';
import { listingOf } from '#tools/mcp/tool-listing';

type Answer = (context: ServerContext) => CallToolResult;
type Block = CallToolResult['content'][number];

const words = (text: string): Block => ({ type: 'text', text });
/** A PNG of one pixel, and a WAV without a sample. */
const image: Block = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};
const audio: Block = {
  type: 'audio',
  mimeType: 'audio/wav',
  data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=',
};
const resource: Block = {
  type: 'resource',
  resource: { uri: 'test://resource', mimeType: 'text/plain', text: 'a resource' },
};

const answers: Readonly<Record<string, Answer>> = {
  test_simple_text: () => ({ content: [words('a text')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [audio] }),
  test_embedded_resource: () => ({ content: [resource] }),
  test_multiple_content_types: () => ({ content: [words('all of them'), image, resource] }),
  test_error_handling: () => ({ content: [words('it fails always')], isError: true }),
  test_logging_tool: () => ({ content: [words('logs nothing')] }),
  test_streaming_elicitation: () => ({ content: [words('asks nothing')] }),
  test_missing_capability: () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
};

const listed = Object.keys(answers).map((name) => ({
  name,
  description: 'A scenario of the conformance suite calls it.',
  inputSchema: { type: 'object' as const },
}));

/** Servers of a capability that have the suite's tools as well. */
export function conformanceServers(capability: Capability): () => McpServer {
  const newServer = serversOf(capability);
  return () => {
    const product = newServer();
    product.server.setRequestHandler('tools/list', () => ({
      tools: [...capability.tools.map(listingOf), ...listed],
    }));
    product.server.setRequestHandler('tools/call', ({ params: { name } }, context) => {
      const answer = answers[name];
      if (answer === undefined) return { content: [words('no such tool')], isError: true };
      return answer(context);
    });
    return product;
  };
}
