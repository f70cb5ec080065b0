/** Decisions about suppressions. Pure: values are hashed before. Nothing is refused. */
import type { SuppressedKind } from '../../../packages/contract/src/suppression/suppressed.js';
import type { Decision } from '../decision.js';
import type { Timed } from '../envelope.js';
import type { SuppressionsEvent } from './suppressions.events.js';

export interface HashedValue {
  readonly kind: SuppressedKind;
  readonly value_hash: string;
}

export interface SuppressedValue extends HashedValue {
  /** Fingerprint of the secret that keyed the hash. */
  readonly secret: string;
  readonly suppressed_at: string;
}

/** Suppressed values by their hashes, in the order in which they were suppressed. */
export type SuppressionsState = ReadonlyMap<string, SuppressedValue>;

export const NO_SUPPRESSIONS: SuppressionsState = new Map();

/** Folds in a page of events at once, because copying the map for each of many thousands would be slow. */
export function evolve(
  state: SuppressionsState,
  events: readonly Timed<SuppressionsEvent>[],
): SuppressionsState {
  const next = new Map(state);
  for (const { event, time } of events) {
    const { value_hash } = event.data;
    if (event.type === 'SuppressionLifted') next.delete(value_hash);
    else next.set(value_hash, { ...event.data, suppressed_at: time });
  }
  return next;
}

export type SuppressionsDecision = Decision<SuppressionsEvent, never>;

/** Returns each value once. */
const distinct = (values: readonly HashedValue[]): HashedValue[] => [
  ...new Map(values.map((value) => [value.value_hash, value])).values(),
];

/** Suppresses values. One that is suppressed already stays as it is. */
export const suppress = (
  state: SuppressionsState,
  values: readonly HashedValue[],
  secret: string,
): SuppressionsDecision => ({
  outcome: 'decided',
  events: distinct(values)
    .filter(({ value_hash }) => !state.has(value_hash))
    .map(({ kind, value_hash }) => ({ type: 'ValueSuppressed', data: { kind, value_hash, secret } })),
});

/** Lifts suppressions. Passes over values that aren't suppressed. */
export const lift = (state: SuppressionsState, hashes: readonly string[]): SuppressionsDecision => ({
  outcome: 'decided',
  events: [...new Set(hashes)].flatMap((value_hash) => {
    const suppression = state.get(value_hash);
    return suppression === undefined
      ? []
      : [{ type: 'SuppressionLifted', data: { kind: suppression.kind, value_hash } }];
  }),
});
