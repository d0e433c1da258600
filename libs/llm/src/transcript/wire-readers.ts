/** How each API is read. */

import type { WireApi } from '../calls/recorded-call.js';
import { anthropicMessages } from './anthropic-messages.js';
import { googleGenerateContent } from './google-generate-content.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';
import type { WireReader } from './wire-reader.js';

const readers: Readonly<Record<WireApi, WireReader>> = {
  'anthropic-messages': anthropicMessages,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'google-generate-content': googleGenerateContent,
};

export const readerOf = (api: WireApi): WireReader => readers[api];
