/**
 * The progress and findings of the standing check: one small document in Coordination. It may be lost: then
 * the log is checked again from its beginning.
 */
import { changeEntry } from '../../../packages/platform/src/coordination/change-entry.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { InvariantReport } from '../invariant.js';

export type BrokenInvariant = {
  /** The number of the invariant: 1 is Architecture 8.1. */
  readonly id: number;
  readonly name: string;
  readonly offenders: number;
  /** The first few, as sentences. */
  readonly examples: readonly string[];
};

export type CheckState = {
  /** The log is checked up to here, inclusive. */
  readonly position: Position;
  /** ISO 8601; renewed about every half minute while the check runs. */
  readonly checked_at: string;
  /** Findings since the last `verify` of the whole log, and its own. */
  readonly broken: readonly BrokenInvariant[];
};

const KEY = 'standing-check/state';
const MAX_EXAMPLES = 3;

const NOTHING_CHECKED: CheckState = { position: LOG_START, checked_at: '', broken: [] };

/** Null before the first check. Only `changeCheckState` writes the document, so its shape is known. */
export async function readCheckState(coordination: Pick<Coordination, 'get'>): Promise<CheckState | null> {
  const entry = await coordination.get(KEY);
  return entry === undefined ? null : (entry.value as CheckState);
}

/** Changes the document. Calls `change` again if another process changed the document meanwhile. */
export async function changeCheckState(
  coordination: Pick<Coordination, 'get' | 'put'>,
  change: (state: CheckState) => CheckState,
): Promise<CheckState> {
  let next = NOTHING_CHECKED;
  await changeEntry(coordination, { key: KEY }, (entry) => {
    return (next = change(entry === null ? NOTHING_CHECKED : (entry.value as CheckState)));
  });
  return next;
}

/** Adds the findings of these reports to the earlier ones; those of a whole `verify` replace them. */
export const withFound = (
  broken: readonly BrokenInvariant[],
  reports: readonly InvariantReport[],
): readonly BrokenInvariant[] => reports.reduce(addTo, broken);

function addTo(broken: readonly BrokenInvariant[], report: InvariantReport): readonly BrokenInvariant[] {
  if (report.ok) return broken;
  const { id, name, offenders, offenders_total } = report;
  const earlier = broken.find((each) => each.id === id);
  const examples = [...(earlier?.examples ?? []), ...offenders.map(({ detail }) => detail)];
  const updated = {
    id,
    name,
    offenders: (earlier?.offenders ?? 0) + offenders_total,
    examples: examples.slice(0, MAX_EXAMPLES),
  };
  return [...broken.filter((each) => each.id !== id), updated].sort((a, b) => a.id - b.id);
}
