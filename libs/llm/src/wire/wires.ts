/** The APIs that the gateway reads, by name. */

import type { WireApi } from '../calls/recorded-call.js';
import { anthropicMessages } from './anthropic-messages.js';
import { googleGenerateContent } from './google-generate-content.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';
import type { Wire } from './wire.js';

export const wires: Readonly<Record<WireApi, Wire>> = {
  'anthropic-messages': anthropicMessages,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'google-generate-content': googleGenerateContent,
};
