/** All roles of a process together, as its metrics port shows them. */
import { AggregatorRegistry, Registry, collectDefaultMetrics } from 'prom-client';
import { LOOP_LOOKS_MS, type MovedMetrics } from '../platform/telemetry/role-metrics.js';
import type { Readiness } from './readiness.js';

export interface WatchedRole {
  readonly role: string;
  /** What it counted so far; nothing where it doesn't say so in time. */
  metrics(): Promise<MovedMetrics>;
  /** What it said in the last seconds; null where it said nothing. None for what nobody waits for. */
  readiness?(): Readiness | null;
}

/** Readiness with a line a role; its reasons name the role. */
export type ProcessReadiness = Readiness & {
  readonly roles: readonly { readonly role: string; readonly ready: boolean }[];
};

type Phase = 'starting' | 'running' | 'ending';
const REASONS: Partial<Record<Phase, string>> = {
  starting: 'The process is starting.',
  ending: 'The process is ending.',
};

export class ProcessHealth {
  private readonly roles: WatchedRole[] = [];
  private readonly defaults = new Registry();
  private readonly mishaps: string[] = [];
  private phase: Phase = 'starting';

  constructor() {
    collectDefaultMetrics({ register: this.defaults, eventLoopMonitoringPrecision: LOOP_LOOKS_MS });
  }

  add(role: WatchedRole): void {
    this.roles.push(role);
  }

  /** A sentence that warns from now on: what is said goes wrong, and nobody who asks is let down by it. */
  warn(mishap: string): void {
    this.mishaps.push(mishap);
  }

  /** Every role runs. */
  started(): void {
    this.phase = 'running';
  }

  /** From now on it isn't ready, and lives on until it has ended. */
  ends(): void {
    this.phase = 'ending';
  }

  get hasStarted(): boolean {
    return this.phase !== 'starting';
  }

  readiness(): ProcessReadiness {
    const said = this.roles.flatMap((each) =>
      each.readiness === undefined ? [] : [{ role: each.role, now: each.readiness() }],
    );
    const known = said.flatMap(({ now }) => (now === null ? [] : [now]));
    const reasons = [
      ...[REASONS[this.phase] ?? []].flat(),
      ...said.flatMap(({ role, now }) =>
        (now?.reasons ?? ['It does not say how it is.']).map((reason) => `${role}: ${reason}`),
      ),
    ];
    // All roles look at the same; the first that has seen it tells.
    const seen = known.find(({ projections }) => projections.length > 0) ?? known[0];
    return {
      ready: reasons.length === 0,
      reasons,
      warnings: [...this.mishaps, ...new Set(known.flatMap(({ warnings }) => warnings))],
      roles: said.map(({ role, now }) => ({ role, ready: now?.ready === true })),
      head: seen?.head ?? null,
      projections: seen?.projections ?? [],
      invariants: seen?.invariants ?? null,
    };
  }

  /** Prometheus text. */
  async metrics(): Promise<string> {
    const counted = await Promise.all(this.roles.map((role) => role.metrics()));
    return `${await this.defaults.metrics()}\n${await AggregatorRegistry.aggregate([...counted]).metrics()}`;
  }
}
