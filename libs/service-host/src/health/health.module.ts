/**
 * The health endpoints over a probe: `HealthModule.over(probe)` among the imports of
 * an application.
 */

import {
  Module,
  type DynamicModule,
  Controller,
  Get,
  Header,
  HttpStatus,
  Res,
} from '@nestjs/common';
import { HealthProbe } from './health-probe.js';

/** The part of the platform's response that is needed. */
interface StatusTaker {
  status(code: number): unknown;
}

@Controller()
class HealthController {
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

@Module({})
export class HealthModule {
  static over(probe: HealthProbe): DynamicModule {
    return {
      module: HealthModule,
      controllers: [HealthController],
      providers: [{ provide: HealthProbe, useValue: probe }],
    };
  }
}
