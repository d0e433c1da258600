/** What the health endpoints ask of a service; the gateway brings its own. */

export interface Readiness {
  readonly ready: boolean;
  /** What it is made of, as the endpoint shows it. */
  readonly checks: Readonly<Record<string, boolean | string | readonly string[]>>;
}

/** Abstract so that it can be asked for by type. */
export abstract class HealthProbe {
  /** False when only a restart can help. */
  abstract isLive(): boolean;
  /** Whether the service does its work. */
  abstract readiness(): Readiness | Promise<Readiness>;
  /** In Prometheus format. */
  abstract metrics(): Promise<string>;
}
