/**
 * A gateway for tests, on a free port over a log in memory and tables in a folder, with tokens
 * of every kind.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { microsPerMilli } from '#values';
import type { Message } from '#contracts/streams/catalogue';
import { keyOf } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import { openEmbeddedLog, type MessageLog } from '#event-log';
import type { ReadModels } from '#read-models';
import { openEmbeddedReadModels } from '#read-models/embedded/open-embedded-read-models';
import { openServiceLog } from '#service-host';
import { hashOfToken } from '../auth/access-tokens.js';
import type { Scope } from '../auth/principal.js';
import { defaultLimits, type GatewayLimits } from '../providers/gateway-limits.js';
import { startGateway, type GatewayOptions } from './start-gateway.js';

export const adminToken = 'admin-token-of-the-tests';
export const dataset = 'aapl-2013-2018';
export const scenario = {
  name: 'gateway-test',
  data: dataset,
  window: { from: '2017-01-03', to: '2017-03-31' },
  symbols: ['AAPL'],
  execution: 'close',
  agents: [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
  ],
} as const;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface TestGateway {
  readonly url: string;
  readonly metricsUrl: string | null;
  readonly log: MessageLog;
  readonly models: ReadModels;
  /** What was logged, line by line. */
  readonly lines: readonly string[];
  ask(path: string, options?: RequestInit & { token?: string | null }): Promise<Answer>;
  post(path: string, body: unknown, token?: string): Promise<Answer>;
  /** A token with these scopes; `expiresInMs` may be in the past. */
  token(name: string, scopes: readonly Scope[], expiresInMs?: number): Promise<string>;
  publish(topic: TopicName, ...messages: Message[]): Promise<void>;
  close(): Promise<void>;
}

export interface TestOptions extends Pick<
  GatewayOptions,
  'metricsPort' | 'workflows' | 'register' | 'recordings' | 'feeds'
> {
  /** Locations of data sets in addition to those that are always registered. */
  readonly datasets?: Readonly<Record<string, string>>;
}

/** Closes and removes everything when the test has finished. */
export async function testGateway(
  limits: Partial<GatewayLimits> = {},
  { metricsPort = null, datasets = {}, workflows, register, recordings, feeds }: TestOptions = {},
): Promise<TestGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-gateway-'));
  const log = await openEmbeddedLog();
  const models = await openEmbeddedReadModels({ folder });
  const lines: string[] = [];
  const gateway = await startGateway({
    log,
    models,
    partitions: 2,
    host: '127.0.0.1',
    port: 0,
    metricsPort,
    datasets: new Map([
      [dataset, dataset],
      ['gone', join(folder, 'gone')],
      ...Object.entries(datasets),
    ]),
    ...(workflows === undefined ? {} : { workflows }),
    register,
    recordings,
    feeds,
    adminTokenHash: hashOfToken(adminToken),
    limits: { ...defaultLimits, lookMs: 100, ...limits },
    logger: openServiceLog({
      service: 'gateway',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    }),
    onFatal: (error) => {
      throw error;
    },
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await gateway.close();
    await log.close();
    // A test may have closed them itself.
    await models.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  };
  onTestFinished(close);
  const { url, metricsUrl } = gateway;
  return {
    url,
    metricsUrl,
    log,
    models,
    lines,
    close,
    ...clientOf(url),
    ...writersTo(log, models),
  };
}

function clientOf(url: string): Pick<TestGateway, 'ask' | 'post'> {
  const ask: TestGateway['ask'] = async (path, { token = adminToken, ...options } = {}) => {
    const headers = new Headers(options.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(`${url}${path}`, { ...options, headers });
    const text = await response.text();
    const body = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : { text };
    return { status: response.status, headers: response.headers, body };
  };
  const post: TestGateway['post'] = (path, body, token = adminToken) =>
    ask(path, {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ask, post };
}

function writersTo(log: MessageLog, models: ReadModels): Pick<TestGateway, 'token' | 'publish'> {
  return {
    async token(name, scopes, expiresInMs = 60_000) {
      const secret = `token-of-${name}-for-the-tests`;
      const expires = (Date.now() + expiresInMs) * microsPerMilli;
      await models.addToken({ name, hash: hashOfToken(secret), scopes, expires });
      return secret;
    },
    async publish(topic, ...messages) {
      await log.append(
        messages.map((message) => ({ topic, key: keyOf(message), value: JSON.stringify(message) })),
      );
    },
  };
}

/** Waits for what is projected a moment later. */
export async function eventually<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  let value = await read();
  await expect
    .poll(async () => holds((value = await read())), { timeout: 10_000, interval: 10 })
    .toBe(true);
  return value;
}
