/** `/health/live`, `/health/ready` and `/metrics`: what a supervisor and a Prometheus read. */

import { Controller, Get, Header, HttpStatus, Res } from '@nestjs/common';
import { HealthProbe } from './health-probe.js';

/** The part of the platform's response that is needed. */
interface StatusTaker {
  status(code: number): unknown;
}

@Controller()
export class HealthController {
  constructor(private readonly probe: HealthProbe) {}

  @Get('health/live')
  @Header('cache-control', 'no-store')
  live(@Res({ passthrough: true }) response: StatusTaker): object {
    const live = this.probe.isLive();
    if (!live) response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return { status: live ? 'live' : 'failed' };
  }

  @Get('health/ready')
  @Header('cache-control', 'no-store')
  async ready(@Res({ passthrough: true }) response: StatusTaker): Promise<object> {
    const { ready, checks } = await this.probe.readiness();
    if (!ready) response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return { status: ready ? 'ready' : 'not ready', checks };
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.probe.metrics();
  }
}
