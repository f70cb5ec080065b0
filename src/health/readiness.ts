/** Whether a role, or a process with all its roles, can answer truthfully now, and why not where it can't (`/readyz`). */
import type { Position } from '../platform/event-store/event-store.js';
import type { ProjectionStatus } from '../platform/projector/status.js';
import type { InvariantStatus } from './invariant-status.js';

export interface Readiness {
  readonly ready: boolean;
  /** One sentence each; none when ready. */
  readonly reasons: readonly string[];
  /** What people should look into although it is ready; one sentence each. */
  readonly warnings: readonly string[];
  /** Of the log, when it was last looked at. */
  readonly head: Position | null;
  readonly projections: readonly ProjectionStatus[];
  /** A broken invariant is for people to look into; the process answers all the same, so it stays ready. */
  readonly invariants: InvariantStatus | null;
}

/** For whoever asks at the public port: nothing of how much is in the log. */
export const forStrangers = ({ head: _head, projections, invariants, ...rest }: Readiness): object => ({
  ...rest,
  projections: projections.map(({ position: _position, lag: _lag, ...line }) => line),
  invariants: invariants === null ? null : withoutPosition(invariants),
});

const withoutPosition = ({ position: _position, ...rest }: InvariantStatus): object => rest;
