/** Reports failures in the one shape that clients of the model gateway read. */

import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { isFailure } from '#values';
import {
  errorHeader,
  gatewayError,
  gatewayErrorOf,
  unknownAsk,
  type GatewayError,
} from '#llm/remote/ask-protocol';
import type { ServiceLog } from '#service-host';

@Catch()
export class GatewayErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Pick<ServiceLog, 'error'>) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const { status, body } = answerTo(error);
    if (status >= 500) this.logger.error({ err: error }, 'a request failed');
    if (response.headersSent) return void response.destroy();
    response.status(status).set(errorHeader, body.code).json(body);
  }
}

function answerTo(error: unknown): GatewayError {
  if (isFailure(error, 'Unavailable') && error.where === unknownAsk) {
    return gatewayError(unknownAsk, error.message);
  }
  if (!(error instanceof HttpException)) return bodyError(error) ?? gatewayErrorOf(error);
  const status = error.getStatus();
  const code = status === 401 ? 'Unauthorised' : 'Refused';
  return { status, body: { code, message: error.message } };
}

/** Refusals by the body parser. */
function bodyError(error: unknown): GatewayError | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  return { status, body: { code: 'InvalidInput', message: error.message } };
}
