/**
 * The conversation with a vendor stream: welcome, authentication, subscriptions in
 * pieces, then data.
 */

import { encode } from '@msgpack/msgpack';
import { invalidInput, isFailure, printable, unavailable, type TapefoldError } from '#values';
import { withoutSecrets } from '../port/secret.js';
import type { Conversation, SocketLine } from '../socket/socket-options.js';
import { streamChannel } from './channels.js';
import { confirmedIn, subscriptionsOf, unconfirmed, type VendorStream } from './subscription.js';
import {
  isRecord,
  messagesOf,
  vendorError,
  type Encoding,
  type VendorMessage,
} from './vendor-message.js';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

interface ConversationOptions {
  readonly stream: VendorStream;
  readonly symbols: readonly string[];
  readonly encoding: Encoding;
  readonly credentials: Credentials;
}

/** Once data arrives, error messages are short; longer messages are not inspected. */
const errorBytesMax = 1000;
const viewOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
const errorWord = Buffer.from('error');

export function alpacaConversation(options: ConversationOptions, line: SocketLine): Conversation {
  const { stream, symbols, encoding, credentials } = options;
  const secrets = [credentials.key, credentials.secret].map((secret) => Buffer.from(secret));
  const pieces = subscriptionsOf(stream, symbols);
  let state: 'welcome' | 'authentication' | 'subscription' | 'data' = 'welcome';
  let sent = 0;
  let accepted = 0;

  const send = (message: object): void =>
    line.send(encoding === 'json' ? JSON.stringify(message) : encode(message));
  const subscribe = (): void => send(pieces[sent++] as object);

  const success = (reported: string): void => {
    if (reported === 'connected' && state === 'welcome') {
      state = 'authentication';
      send({ action: 'auth', ...credentials });
    } else if (reported === 'authenticated' && state === 'authentication') {
      state = 'subscription';
      subscribe();
    }
  };

  const subscribed = (answer: VendorMessage): void => {
    if (state !== 'subscription') return;
    accepted = longestList(answer, stream);
    if (sent < pieces.length) return subscribe();
    const missing = unconfirmed(stream, symbols, answer);
    if (missing !== undefined) throw notConfirmed(missing, symbols.length);
    state = 'data';
    line.ready();
  };

  const receive = (message: unknown): void => {
    if (!isRecord(message)) return;
    if (message['T'] === 'success') success(String(message['msg']));
    else if (message['T'] === 'subscription') subscribed(message);
    else if (message['T'] === 'error') {
      const failure = failureOf(message, options, accepted);
      if (failure !== undefined) throw failure;
    }
  };

  const read = (bytes: Uint8Array, isText: boolean): readonly unknown[] => {
    try {
      return messagesOf(bytes, isText ? 'json' : 'msgpack');
    } catch (error) {
      // It is in the recording, and the decoder will report it as unreadable.
      if (isFailure(error, 'InvalidInput')) return [];
      throw error;
    }
  };

  return {
    channelOf: (bytes, isText) => {
      // Only a reply to the authentication could echo the secret.
      const mayRepeat = state === 'authentication' || state === 'subscription';
      if (mayRepeat && secrets.some((secret) => Buffer.from(bytes).includes(secret)))
        return undefined;
      return streamChannel(stream.stream, isText ? 'json' : 'msgpack');
    },
    received: (bytes, isText) => {
      if (state === 'data') {
        if (bytes.length > errorBytesMax || !viewOf(bytes).includes(errorWord)) return;
      }
      for (const message of read(bytes, isText)) receive(message);
    },
  };
}

/** The number of symbols that the vendor accepted, in the channel with the most. */
const longestList = (answer: VendorMessage, { wanted }: VendorStream): number =>
  Math.max(0, ...wanted.map((channel) => confirmedIn(answer, channel).size));

/** How to handle an error: ignore it, reconnect (`Unavailable`), or give up (`InvalidInput`). */
function failureOf(
  message: VendorMessage,
  { stream, symbols, credentials }: ConversationOptions,
  accepted: number,
): TapefoldError | undefined {
  const code = Number(message['code']);
  // Already authenticated: the connection still works.
  if (code === 403) return undefined;
  const text = printable(String(message['msg'] ?? ''), 200);
  const reported = withoutSecrets(text, [credentials.key, credentials.secret]);
  const { reason, fatal } = vendorError(code, reported);
  const what = `the vendor said ${code}: ${reason}`;
  if (!fatal) return unavailable(what);
  const asked = `${symbols.length} symbols in ${stream.wanted.join(', ')} of ${stream.path}`;
  if (code !== 405) return invalidInput(what, { where: 'feed', found: asked });
  return invalidInput(what, {
    where: 'symbols',
    expected: `as many as the subscription allows (${accepted} were accepted before)`,
    found: asked,
  });
}

const notConfirmed = (
  { channel, symbols }: { readonly channel: string; readonly symbols: readonly string[] },
  asked: number,
): TapefoldError =>
  invalidInput('the vendor did not accept all symbols', {
    where: 'symbols',
    expected: `${asked} symbols in ${channel}`,
    found: printable(`${asked - symbols.length}, without ${symbols.slice(0, 10).join(', ')}`, 300),
  });
