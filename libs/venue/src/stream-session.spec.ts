/** The responses of one connection, code by code. */

import { describe, expect, it } from 'vitest';
import { endpointOf, type StreamEndpoint } from './stream-endpoint.js';
import { StreamSession, type SessionTerms } from './stream-session.js';

const credentials = { key: 'key1', secret: 'secret1' };

function session(path = '/v2/iex', terms: Partial<SessionTerms> = {}): StreamSession {
  return new StreamSession(endpointOf(path) as StreamEndpoint, {
    isKnown: ({ key, secret }) => key === credentials.key && secret === credentials.secret,
    admit: () => true,
    covered: true,
    symbolsMax: null,
    ...terms,
  });
}

const auth = { action: 'auth', ...credentials };
const error = (code: number, ends = false) => ({
  messages: [expect.objectContaining({ T: 'error', code })],
  ends,
});

describe('a session', () => {
  it('begins with a greeting, and with who the request said it is', () => {
    const hello = { T: 'success', msg: 'connected' };
    expect(session().open(null)).toEqual({ messages: [hello], ends: false });
    const known = { T: 'success', msg: 'authenticated' };
    expect(session().open(credentials)).toEqual({ messages: [hello, known], ends: false });
  });

  it.each([undefined, null, 3, [], {}, { action: 'sing' }, { action: 'auth', key: 1 }])(
    'answers 400 to %j',
    (message) => {
      expect(session().take(message)).toEqual(error(400));
    },
  );

  it('answers 401 to an unauthenticated subscription', () => {
    expect(session().take({ action: 'subscribe', bars: ['A'] })).toEqual(error(401));
  });

  it('answers 402 to wrong keys, and ends', () => {
    expect(session().take({ ...auth, secret: 'secret2' })).toEqual(error(402, true));
  });

  it('answers 403 to who was known already', () => {
    const one = session();
    one.take(auth);
    expect(one.take(auth)).toEqual(error(403));
  });

  it('answers 406 when there are too many, and 409 when the keys do not reach, and ends', () => {
    expect(session('/v2/sip', { admit: () => false }).take(auth)).toEqual(error(406, true));
    expect(session('/v2/sip', { covered: false }).take(auth)).toEqual(error(409, true));
  });

  it('answers 405 to too many symbols, and stays as it was', () => {
    const one = session('/v2/iex', { symbolsMax: 2 });
    one.take(auth);
    one.take({ action: 'subscribe', bars: ['A'], trades: ['B'] });
    expect(one.take({ action: 'subscribe', quotes: ['C'] })).toEqual(error(405));
    expect(one.take({ action: 'subscribe', quotes: ['*'] })).toEqual(error(405));
    const { messages } = one.take({ action: 'subscribe', quotes: ['B'] });
    expect(messages).toMatchObject([{ bars: ['A'], trades: ['B'], quotes: ['B'] }]);
  });

  it('answers 410 to what a stream does not have', () => {
    const one = session('/v1beta3/crypto/us');
    one.take(auth);
    expect(one.take({ action: 'subscribe', statuses: ['*'] })).toEqual(error(410));
    expect(one.take({ action: 'subscribe', bars: 'A' }).messages).toMatchObject([{ bars: ['A'] }]);
    expect(one.take({ action: 'subscribe', bars: 3 })).toEqual(error(400));
    expect(one.take({ action: 'subscribe', bars: [''] })).toEqual(error(400));
  });
});
