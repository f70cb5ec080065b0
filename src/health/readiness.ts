/** Declares the readiness of a role or a process (`/readyz`), and reads the status of the invariants. */
import type { ProjectionStatus } from '../../packages/platform/src/projector/status.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import { readCheckState, type BrokenInvariant } from '../verify/standing/check-state.js';

export interface Readiness {
  readonly ready: boolean;
  /** The reasons, one sentence each; none when ready. */
  readonly reasons: readonly string[];
  /** Findings for the operator although the process is ready; one sentence each. */
  readonly warnings: readonly string[];
  /** The head of the log when it was last read. */
  readonly head: Position | null;
  readonly projections: readonly ProjectionStatus[];
  /** A broken invariant needs an operator, but the process can still answer, so it stays ready. */
  readonly invariants: InvariantStatus | null;
  /** False while the disk of DATA_DIR, or the log on it, takes no writes. Left out where nobody looks. */
  readonly writable?: boolean;
}

/** Returns readiness for the public port: without positions, which show how much is in the log. */
export const publicReadiness = ({ head: _head, projections, invariants, ...rest }: Readiness): object => ({
  ...rest,
  projections: projections.map(({ position: _position, lag: _lag, ...line }) => line),
  invariants: invariants === null ? null : withoutPosition(invariants),
});

const withoutPosition = ({ position: _position, ...rest }: InvariantStatus): object => rest;

export interface InvariantStatus {
  /** The position up to which the log is checked; null before the first check. */
  readonly position: Position | null;
  readonly checked_at: string | null;
  readonly broken: readonly Pick<BrokenInvariant, 'id' | 'name' | 'offenders'>[];
}

/** Returns the status without the examples of offenders, since readers of `/readyz` need no key. */
export async function invariantStatus(coordination: Pick<Coordination, 'get'>): Promise<InvariantStatus> {
  const state = await readCheckState(coordination);
  if (state === null) return { position: null, checked_at: null, broken: [] };
  const broken = state.broken.map(({ id, name, offenders }) => ({ id, name, offenders }));
  return { position: state.position, checked_at: state.checked_at || null, broken };
}
