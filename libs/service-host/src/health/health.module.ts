/** The health endpoints over a probe: `HealthModule.over(probe)` among the imports of an application. */

import { Module, type DynamicModule } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthProbe } from './health-probe.js';

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
