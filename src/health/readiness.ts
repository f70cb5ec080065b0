/** Whether a role or a process can answer correctly now, and if not, why (`/readyz`). */
import type { Position } from '../platform/event-store/event-store.js';
import type { ProjectionStatus } from '../platform/projector/status.js';
import type { InvariantStatus } from './invariant-status.js';

export interface Readiness {
  readonly ready: boolean;
  /** One sentence each; none when ready. */
  readonly reasons: readonly string[];
  /** What an operator should look into although the process is ready; one sentence each. */
  readonly warnings: readonly string[];
  /** The head of the log at the last look. */
  readonly head: Position | null;
  readonly projections: readonly ProjectionStatus[];
  /** A broken invariant needs an operator, but the process can still answer, so it stays ready. */
  readonly invariants: InvariantStatus | null;
}

/** Readiness for the public port: without positions, which show how much is in the log. */
export const forStrangers = ({ head: _head, projections, invariants, ...rest }: Readiness): object => ({
  ...rest,
  projections: projections.map(({ position: _position, lag: _lag, ...line }) => line),
  invariants: invariants === null ? null : withoutPosition(invariants),
});

const withoutPosition = ({ position: _position, ...rest }: InvariantStatus): object => rest;
