/**
 * The only place where failures become HTTP statuses. Details of internal errors stay in the log.
 */

import { randomUUID } from 'node:crypto';
import {
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ServiceLog } from '#service-host';
import { isFailure, type FailureCode } from '#values';
import {
  failureBody,
  failureBodySchema,
  httpFailure,
  type FailureBody,
} from '../failures/http-failure.js';
import type { PublishedDocument } from './openapi.controller.js';

const statusOfCode: Readonly<Record<FailureCode, number>> = {
  InvalidInput: 422,
  Conflict: 409,
  Unavailable: 503,
  CorruptJournal: 500,
  Invariant: 500,
};

/**
 * Seconds until a client may retry when a broker or a database is unavailable, or it has
 * too many streams.
 */
const retryAfterSeconds = '5';

@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(
    private readonly logger: ServiceLog,
    private readonly published: PublishedDocument,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const allowed = isUnrouted(error) ? this.methodsOf(http.getRequest<Request>()) : [];
    if (allowed.length > 0) response.setHeader('Allow', allowed.join(', '));
    const { status, body } = this.answerTo(allowed.length > 0 ? wrongMethod(allowed) : error);
    // A response that has begun cannot be taken back: the client sees that it broke off.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    if (status === 503 || (status === 429 && !response.hasHeader('Retry-After'))) {
      response.setHeader('Retry-After', retryAfterSeconds);
    }
    // The rest of a refused body is not read.
    if (status === 413 || status === 401) response.setHeader('Connection', 'close');
    response.status(status).json(body);
  }

  private methodsOf({ path }: Request): readonly string[] {
    const { value } = this.published;
    return value === undefined ? [] : allowedMethods(value, path);
  }

  private answerTo(error: unknown): { status: number; body: FailureBody } {
    if (isFailure(error) && statusOfCode[error.code] !== 500) {
      const body = failureBody(error.code, error.message, error);
      return { status: statusOfCode[error.code], body };
    }
    const status = statusOf(error);
    if (status !== undefined) return { status, body: refusal(error, status) };
    const incident = randomUUID();
    this.logger.error({ err: error, incident }, 'a request failed with an internal error');
    const message = 'internal error; the log has it under this id';
    return { status: 500, body: failureBody('Invariant', message, { found: incident }) };
  }
}

/** Whether the router found no route, as opposed to a route that found no resource. */
const isUnrouted = (error: unknown): boolean =>
  error instanceof NotFoundException && !failureBodySchema.safeParse(error.getResponse()).success;

const wrongMethod = (allowed: readonly string[]): HttpException =>
  httpFailure(405, 'Refused', 'this path does not have the method', {
    where: 'method',
    expected: allowed.join(', '),
  });

/** The status of a refusal by the framework or the body reader; undefined for a bug. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof URIError) return 400;
  const { status } = error as { status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

const refusals: Readonly<Record<number, readonly [FailureBody['code'], string]>> = {
  400: ['InvalidInput', 'the request cannot be read'],
  404: ['NotFound', 'there is nothing at this path'],
  413: ['Refused', 'the body is too large'],
  415: ['Refused', 'a body of this type or encoding is not taken'],
};

function refusal(error: unknown, status: number): FailureBody {
  if (error instanceof HttpException) {
    const own = failureBodySchema.safeParse(error.getResponse());
    if (own.success) return own.data;
  }
  const [code, message] = refusals[status] ?? ['Refused', 'the request was refused'];
  return failureBody(code, message);
}

/** Methods that the framework adds to every readable path. */
const implied: Readonly<Record<string, readonly string[]>> = { get: ['GET', 'HEAD'] };

/** Methods of the matching paths, in upper case; empty if there is no such path. */
function allowedMethods({ paths }: Pick<OpenAPIObject, 'paths'>, path: string): string[] {
  const methods = Object.entries(paths)
    .filter(([template]) => patternOf(template).test(path))
    .flatMap(([, operations]) => Object.keys(operations))
    .flatMap((method) => implied[method] ?? [method.toUpperCase()]);
  return [...new Set(methods)].sort();
}

/** Matches as the router does: case-insensitive, with or without a trailing slash. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\{[^{}]+\}/).map((part) => part.replaceAll('.', '[.]'));
  return new RegExp(`^${parts.join('[^/]+')}/?$`, 'i');
}
