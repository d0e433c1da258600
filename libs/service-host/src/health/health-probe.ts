/** What the health endpoints ask of a service; the gateway brings its own. */

export interface Readiness {
  readonly ready: boolean;
  /** The individual checks, as the endpoint shows them. */
  readonly checks: Readonly<Record<string, boolean | string | readonly string[]>>;
}

/** Abstract class so that it can be injected by type. */
export abstract class HealthProbe {
  /** False when only a restart can help. */
  abstract isLive(): boolean;
  /** Whether the service is doing its work. */
  abstract readiness(): Readiness | Promise<Readiness>;
  /** In Prometheus format. */
  abstract metrics(): Promise<string>;
}
