/**
 * An idle connection sets no timer, and requests that wait for room or a throttle are still sent.
 */

import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useQuietRequestQueue } from './quiet-request-queue.js';

interface Queue {
  push(request: object): void;
  fulfillRequest(response: object): void;
  maybeThrottle(milliseconds: number): void;
  destroy(): void;
}

const RequestQueue = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
) as new (options: object) => Queue;

const ignore = (): void => undefined;
const logger = { debug: ignore, warn: ignore };
let queue: Queue;
let sent: number[];

beforeEach(() => {
  vi.useFakeTimers();
  useQuietRequestQueue();
  sent = [];
  queue = new RequestQueue({ maxInFlightRequests: 1, requestTimeout: 1000, logger });
});

afterEach(() => {
  queue.destroy();
  vi.useRealTimers();
});

function ask(correlationId: number): void {
  const entry = { correlationId, apiName: 'Fetch', apiKey: 1, apiVersion: 4 };
  const sendRequest = (): void => void sent.push(correlationId);
  queue.push({
    entry: { ...entry, resolve: ignore, reject: ignore },
    expectResponse: true,
    sendRequest,
  });
}

const answer = (correlationId: number): void =>
  queue.fulfillRequest({ correlationId, payload: null, size: 0 });

describe('useQuietRequestQueue', () => {
  it('leaves no timer behind an answered request', () => {
    ask(1);
    answer(1);
    expect(sent).toEqual([1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends what waited for room as soon as there is room', () => {
    ask(1);
    ask(2);
    ask(3);
    expect(sent).toEqual([1]);
    answer(1);
    expect(sent).toEqual([1, 2]);
    answer(2);
    expect(sent).toEqual([1, 2, 3]);
    answer(3);
    vi.runOnlyPendingTimers();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends what a broker throttled once the throttle is over', () => {
    queue.maybeThrottle(500);
    ask(1);
    vi.advanceTimersByTime(499);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(sent).toEqual([1]);
  });
});
