/** What the gateway is put together from: ports, the register of data sets, limits and a clock. */

import type { RecordingReader } from '#llm';
import type { AgentRegister, HealthProbe, ServiceLog } from '#service-host';
import type { MessageLog } from '#event-log';
import type { RegisteredFeed } from '#feeds/port/registered-feed';
import type { Workflows } from '#workflows';
import type { Control, RunReading, TapeReading } from '#read-models';
import type { GatewayLimits } from './gateway-limits.js';
import type { LiveUpdates } from './live-updates.js';
import type { RunWaits } from '../resources/run-waits.js';

/** The read models as the gateway uses them: projecting is not its controllers' business. */
export type GatewayModels = RunReading & TapeReading & Control;

export interface GatewayParts {
  readonly log: Pick<MessageLog, 'append'>;
  readonly models: GatewayModels;
  /** Place of each registered data set by its name: nothing else can be named from outside. */
  readonly datasets: ReadonlyMap<string, string>;
  /** Feeds that scenarios may name; none when left out. */
  readonly feeds?: ReadonlyMap<string, RegisteredFeed> | undefined;
  /** Agents that scenarios may name; none when left out. */
  readonly register?: AgentRegister | undefined;
  /** Attempts and model calls of runs; there are none when left out. */
  readonly recordings?: RecordingReader | undefined;
  /** Kinds of work that scenarios may ask for; those of this version when left out. */
  readonly workflows?: Workflows | undefined;
  /** SHA-256, hex, of the token that everything begins with; null where there is none. */
  readonly adminTokenHash: string | null;
  readonly limits: GatewayLimits;
  readonly updates: LiveUpdates;
  readonly waits: Pick<RunWaits, 'of'>;
  readonly logger: ServiceLog;
  /** Wall time for expiry and audit; nothing of it reaches a run. */
  nowMs(): number;
  /** Behind the health endpoints and `/metrics`. */
  readonly probe: HealthProbe;
}

/** Under which the parts are injected. */
export const GATEWAY = Symbol('GatewayParts');
