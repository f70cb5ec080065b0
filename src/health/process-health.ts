/** Joins the metrics and the readiness of all roles of a process, for its metrics port. */
import { AggregatorRegistry, Registry, collectDefaultMetrics } from 'prom-client';
import { freeBytes } from '../../packages/platform/src/files/free-bytes.js';
import { LOOP_LOOKS_MS, type MovedMetrics } from '../../packages/platform/src/telemetry/role-metrics.js';
import { measure } from './readiness-gauges.js';
import type { Readiness } from './readiness.js';

export interface WatchedRole {
  readonly role: string;
  /** The role's counts so far; empty if it doesn't answer in time. */
  metrics(): Promise<MovedMetrics>;
  /**
   * The readiness of the last seconds; null if the role gave none. Left out for a role that doesn't count
   * for the readiness of the process.
   */
  readiness?(): Readiness | null;
}

type Phase = 'starting' | 'running' | 'ending';
const REASON_BY_PHASE: Partial<Record<Phase, string>> = {
  starting: 'The process is starting.',
  ending: 'The process is ending.',
};

export class ProcessHealth {
  private readonly roles: WatchedRole[] = [];
  private readonly processRegistry = new Registry();
  private readonly warnings: string[] = [];
  private phase: Phase = 'starting';

  /** @param dataDir the folder whose disk needs room */
  constructor(dataDir: string) {
    collectDefaultMetrics({ register: this.processRegistry, eventLoopMonitoringPrecision: LOOP_LOOKS_MS });
    const addGauge = (name: string, help: string, read: () => number | null): void =>
      measure(this.processRegistry, { name, help }, read);
    addGauge('readiness_ready', '1 where `/readyz` of this port answers 200.', () =>
      this.readiness().ready ? 1 : 0,
    );
    addGauge(
      'readiness_warnings',
      'Sentences under `warnings` in `/readyz`: what people must look at.',
      () => this.readiness().warnings.length,
    );
    addGauge('data_dir_writable', '0 where the disk of DATA_DIR, or the log on it, takes no writes.', () =>
      this.readiness().writable === false ? 0 : 1,
    );
    addGauge('data_dir_free_bytes', 'Room left on the disk of DATA_DIR.', () => freeSpaceOf(dataDir));
  }

  add(role: WatchedRole): void {
    this.roles.push(role);
  }

  /** Adds a sentence to the warnings, for a fault that doesn't affect clients. */
  warn(warning: string): void {
    this.warnings.push(warning);
  }

  /** Call it when every role runs. */
  reportStarted(): void {
    this.phase = 'running';
  }

  /** Call it when the process begins to end. The process is not ready any more, but still answers. */
  reportNotReady(): void {
    this.phase = 'ending';
  }

  get hasStarted(): boolean {
    return this.phase !== 'starting';
  }

  /** The readiness with an entry for each role. Its reasons name the role. */
  readiness() {
    const roles = this.roles.flatMap((each) =>
      each.readiness === undefined ? [] : [{ role: each.role, now: each.readiness() }],
    );
    const knownReadiness = roles.flatMap(({ now }) => (now === null ? [] : [now]));
    const reasons = [
      ...[REASON_BY_PHASE[this.phase] ?? []].flat(),
      ...roles.flatMap(({ role, now }) =>
        (now?.reasons ?? ['It does not say how it is.']).map((reason) => `${role}: ${reason}`),
      ),
    ];
    // All roles look at the same read models, so the first role that has seen them speaks for all.
    const modelReadiness =
      knownReadiness.find(({ projections }) => projections.length > 0) ?? knownReadiness[0];
    return {
      ready: reasons.length === 0,
      reasons,
      warnings: [...this.warnings, ...new Set(knownReadiness.flatMap(({ warnings }) => warnings))],
      roles: roles.map(({ role, now }) => ({ role, ready: now?.ready === true })),
      head: modelReadiness?.head ?? null,
      projections: modelReadiness?.projections ?? [],
      invariants: modelReadiness?.invariants ?? null,
      writable: knownReadiness.every(({ writable }) => writable !== false),
    };
  }

  /** The metrics of the process and of all roles, as Prometheus text. */
  async metrics(): Promise<string> {
    const roleMetrics = await Promise.all(this.roles.map((role) => role.metrics()));
    return `${await this.processRegistry.metrics()}\n${await AggregatorRegistry.aggregate([...roleMetrics]).metrics()}`;
  }
}

/** Returns the free bytes of the disk; null if the folder doesn't exist yet or can't be read. */
function freeSpaceOf(folder: string): number | null {
  try {
    return freeBytes(folder);
  } catch {
    return null;
  }
}
