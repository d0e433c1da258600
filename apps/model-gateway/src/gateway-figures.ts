/** The metrics of the model gateway, in Prometheus format. */

import { Counter, Gauge } from 'prom-client';
import { ServiceMetrics } from '#service-host';

const noTopics = { endOffsets: () => Promise.resolve([]) };

export class GatewayFigures {
  private readonly metrics: ServiceMetrics;
  private readonly underWay: Gauge;
  private readonly calls: Counter;
  private readonly open: Gauge;

  constructor({ withProcess = false }: { readonly withProcess?: boolean } = {}) {
    this.metrics = new ServiceMetrics({ service: 'model-gateway', withProcess });
    const registers = [this.metrics.registry];
    this.underWay = new Gauge({
      name: 'tapefold_model_calls_under_way',
      help: 'Model calls without an answer yet.',
      registers,
    });
    this.calls = new Counter({
      name: 'tapefold_model_calls_total',
      help: 'Model calls that were answered.',
      labelNames: ['status'],
      registers,
    });
    this.open = new Gauge({
      name: 'tapefold_open_asks',
      help: 'Attempts that are open.',
      registers,
    });
  }

  callBegun(): void {
    this.underWay.inc();
  }

  callEnded(status: number): void {
    this.underWay.dec();
    this.calls.inc({ status: `${status}` });
  }

  text(state: { readonly openAsks: number; readonly ready: boolean }): Promise<string> {
    this.open.set(state.openAsks);
    return this.metrics.text(noTopics, state.ready);
  }
}
