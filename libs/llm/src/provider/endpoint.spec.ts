/** Base URLs as documents of servers print them, and where requests go. */

import { describe, expect, it } from 'vitest';
import { modelsFileSchema } from './models-file.js';
import { endpointOf } from './endpoint.js';

const chat = '/v1/chat/completions';
const host = 'http://h:1';

describe('requests of openai-chat', () => {
  it.each([
    ['', chat],
    ['/', chat],
    ['/v1', chat],
    ['/v1/', chat],
    ['/v1/chat/completions', chat],
    ['/v1/chat/completions/', chat],
    ['/chat/completions', '/chat/completions'],
    ['/api', '/api/v1/chat/completions'],
    ['/api/v1', '/api/v1/chat/completions'],
    ['/api/paas/v4/', '/api/paas/v4/chat/completions'],
    ['/api/v3', '/api/v3/chat/completions'],
    ['/compatible-mode/v1', '/compatible-mode/v1/chat/completions'],
    ['/v1beta/openai', '/v1beta/openai/chat/completions'],
    ['/v1beta/openai/', '/v1beta/openai/chat/completions'],
    ['/v1/account/gateway/compat', '/v1/account/gateway/compat/chat/completions'],
    ['?api-version=2024-10-21', '/v1/chat/completions?api-version=2024-10-21'],
    ['/openai/v1?api-version=preview', '/openai/v1/chat/completions?api-version=preview'],
    [
      '/openai/deployments/gpt?api-version=2024-10-21',
      '/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
    ],
    [
      '/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
      '/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
    ],
  ])('to %s go to %s', (base, endpoint) => {
    expect(endpointOf(`${host}${base}`, 'openai-chat', chat)).toBe(`${host}${endpoint}`);
  });
});

it.each([
  ['', '/v1/messages'],
  ['/v1', '/v1/messages'],
  ['/v1/messages', '/v1/messages'],
  ['/anthropic', '/anthropic/v1/messages'],
  ['/v1/account/gateway/anthropic', '/v1/account/gateway/anthropic/v1/messages'],
])('messages to %s go to %s', (base, endpoint) => {
  const found = endpointOf(`${host}${base}`, 'anthropic-messages', '/v1/messages');
  expect(found).toBe(`${host}${endpoint}`);
});

it.each([
  ['/v1', '/v1/responses'],
  ['/v1/responses', '/v1/responses'],
  ['/openai/v1?api-version=preview', '/openai/v1/responses?api-version=preview'],
])('responses to %s go to %s', (base, endpoint) => {
  const found = endpointOf(`${host}${base}`, 'openai-responses', '/v1/responses');
  expect(found).toBe(`${host}${endpoint}`);
});

it.each([
  ['', '/v1beta/models/m:streamGenerateContent?alt=sse'],
  ['/v1beta', '/v1beta/models/m:streamGenerateContent?alt=sse'],
  ['/v1?key-of=x', '/v1/models/m:streamGenerateContent?key-of=x&alt=sse'],
  ['/v1beta/models/other:generateContent', '/v1beta/models/m:streamGenerateContent?alt=sse'],
  ['/proxy', '/proxy/v1beta/models/m:streamGenerateContent?alt=sse'],
  [
    '/v1/projects/p/locations/l/publishers/google',
    '/v1/projects/p/locations/l/publishers/google/models/m:streamGenerateContent?alt=sse',
  ],
])('contents to %s go to %s', (base, endpoint) => {
  const path = '/v1beta/models/m:streamGenerateContent?alt=sse';
  const found = endpointOf(`${host}${base}`, 'google-generate-content', path);
  expect(found).toBe(`${host}${endpoint}`);
});

it.each([
  ['openai-chat', '/v1/responses', 'found the endpoint of openai-responses'],
  ['openai-responses', '/v1/chat/completions', 'found the endpoint of openai-chat'],
  ['anthropic-messages', '/v1/chat/completions', 'found the endpoint of openai-chat'],
])('the endpoint of another API than %s is refused: %s', (api, path, found) => {
  const providers = { own: { api, baseUrl: `${host}${path}` } };
  const { error } = modelsFileSchema.safeParse({ providers });
  expect(error?.issues[0]?.message).toContain(found);
  expect(error?.issues[0]?.path).toEqual(['providers', 'own', 'baseUrl']);
});

it('an address that is none is refused', () => {
  const providers = { own: { api: 'openai-chat', baseUrl: 'http://[' } };
  expect(modelsFileSchema.safeParse({ providers }).error?.issues).toHaveLength(1);
});
