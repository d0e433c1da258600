/** The dependencies of the gateway: ports, the register of data sets, limits and a clock. */

import type { RecordingReader } from '#llm';
import type { AgentRegister, HealthProbe, ServiceLog } from '#service-host';
import type { MessageLog } from '#event-log';
import type { RegisteredFeed } from '#feeds/port/registered-feed';
import type { Workflows } from '#workflows';
import type { Control, RunReading, TapeReading } from '#read-models';
import type { GatewayLimits } from './gateway-limits.js';
import type { LiveUpdates } from './live-updates.js';
import type { RunWaits } from '../resources/run-waits.js';

/** The read models as the gateway uses them; its controllers do not project. */
export type GatewayModels = RunReading & TapeReading & Control;

export interface GatewayParts {
  readonly log: Pick<MessageLog, 'append'>;
  readonly models: GatewayModels;
  /** Location of each registered data set by its name: outsiders can name only these. */
  readonly datasets: ReadonlyMap<string, string>;
  /** Feeds that scenarios may name; none by default. */
  readonly feeds?: ReadonlyMap<string, RegisteredFeed> | undefined;
  /** Agents that scenarios may name; none by default. */
  readonly register?: AgentRegister | undefined;
  /** Attempts and model calls of runs; none by default. */
  readonly recordings?: RecordingReader | undefined;
  /** Kinds of work that scenarios may ask for; those of this version by default. */
  readonly workflows?: Workflows | undefined;
  /** SHA-256, hex, of the bootstrap token; null if there is none. */
  readonly adminTokenHash: string | null;
  readonly limits: GatewayLimits;
  readonly updates: LiveUpdates;
  readonly waits: Pick<RunWaits, 'of'>;
  readonly logger: ServiceLog;
  /** Wall time for expiry and audit; runs never see it. */
  nowMs(): number;
  /** Serves the health endpoints and `/metrics`. */
  readonly probe: HealthProbe;
}

/** Injection tokens of the parts that controllers use. */
export const GATEWAY = {
  log: 'gateway.log',
  models: 'gateway.models',
  datasets: 'gateway.datasets',
  feeds: 'gateway.feeds',
  recordings: 'gateway.recordings',
  limits: 'gateway.limits',
  updates: 'gateway.updates',
  waits: 'gateway.waits',
  logger: 'gateway.logger',
  nowMs: 'gateway.nowMs',
} as const;
