/**
 * Parses the text of a body: JSON here, YAML on a thread that can be terminated; both
 * limited in depth.
 */

import { Worker } from 'node:worker_threads';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { excerpt, isFailure } from '#values';
import { parseJson } from '#values/parse-json';
import type { GatewayLimits } from '../providers/gateway-limits.js';
import { badRequest } from '../failures/http-failure.js';
import type { YamlMessage } from './yaml-worker.js';

export const jsonTypes = ['application/json'];
export const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml'];

/** Replaces the text of a body with its parsed value. A body of another type stays unread. */
export function readBody(limits: GatewayLimits): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    request.body = await valueOf(request, limits);
    next();
  };
}

async function valueOf(request: Request, limits: GatewayLimits): Promise<unknown> {
  const text: unknown = request.body;
  if (typeof text !== 'string') return undefined;
  const value = jsonValue(request.is(yamlTypes) ? await yamlAsJson(text, limits) : text);
  if (depthOf(value, limits.bodyDepth) > limits.bodyDepth) {
    const expected = `at most ${limits.bodyDepth} levels`;
    throw badRequest('the body is nested too deeply', { where: 'body', expected });
  }
  return value;
}

function jsonValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (isFailure(error)) throw badRequest(error.message, { where: 'body' });
    throw badRequest('the body is not JSON', { where: 'body', found: excerpt(text) });
  }
}

/**
 * Some short YAML texts take a parser hours. The thread has limited time and memory, and is
 * terminated when they are used up. Time counts from the start of parsing: on a busy machine a
 * thread may take seconds to start.
 */
function yamlAsJson(text: string, { yamlMs }: GatewayLimits): Promise<string> {
  const isSource = import.meta.url.endsWith('.ts');
  const file = new URL(isSource ? './yaml-worker.ts' : './yaml-worker.js', import.meta.url);
  const worker = new Worker(file, {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: 192 },
  });
  return new Promise<string>((settle, fail) => {
    let late: NodeJS.Timeout | undefined;
    worker.on('message', (message: YamlMessage) => {
      if ('begun' in message) late = setTimeout(() => fail(tooMuch()), yamlMs);
      else if ('json' in message) settle(message.json);
      else fail(badRequest('the body is not YAML', { where: 'body', found: message.defect }));
    });
    worker.once('error', () => fail(tooMuch()));
    worker.once('exit', () => {
      clearTimeout(late);
      fail(tooMuch());
    });
  }).finally(() => worker.terminate());
}

const tooMuch = (): Error =>
  badRequest('the body is too expensive to parse', {
    where: 'body',
    expected: 'less YAML, or JSON',
  });

/** Levels of a value, counted to at most one beyond `limit`; without recursion. */
export function depthOf(value: unknown, limit: number): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth++) {
    level = level.filter((one) => typeof one === 'object' && one !== null);
    if (level.length === 0 || depth > limit) return depth;
    level = level.flatMap((one) => Object.values(one as object));
  }
}
