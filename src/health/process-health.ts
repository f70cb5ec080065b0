/** All roles of a process together, as its metrics port shows them. */
import { AggregatorRegistry, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { freeBytes } from '../platform/files/free-bytes.js';
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

  /** @param dataDir the folder on whose disk room is needed */
  constructor(dataDir: string) {
    collectDefaultMetrics({ register: this.defaults, eventLoopMonitoringPrecision: LOOP_LOOKS_MS });
    this.measure('readiness_ready', '1 where `/readyz` of this port answers 200.', () =>
      this.readiness().ready ? 1 : 0,
    );
    this.measure(
      'readiness_warnings',
      'Sentences under `warnings` in `/readyz`: what people must look at.',
      () => this.readiness().warnings.length,
    );
    this.measure('data_dir_free_bytes', 'Room left on the disk of DATA_DIR.', () => roomLeft(dataDir));
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

  private measure(name: string, help: string, read: () => number | null): void {
    const collect = (): void => {
      const value = read();
      if (value === null) gauge.remove();
      else gauge.set(value);
    };
    const gauge = new Gauge({ name, help, registers: [this.defaults], collect });
  }

  /** Prometheus text. */
  async metrics(): Promise<string> {
    const counted = await Promise.all(this.roles.map((role) => role.metrics()));
    return `${await this.defaults.metrics()}\n${await AggregatorRegistry.aggregate([...counted]).metrics()}`;
  }
}

/** Null where the folder isn't there yet, or can't be looked at. */
function roomLeft(folder: string): number | null {
  try {
    return freeBytes(folder);
  } catch {
    return null;
  }
}
