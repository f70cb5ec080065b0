/** Decisions about the keys that sign statements. Pure; keys are made elsewhere. */
import { decided, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import type { ServiceEvent } from './service.events.js';

export interface StatementKey {
  readonly key_id: string;
  /** Ed25519: 32 bytes as hexadecimal digits. */
  readonly public_key: string;
  readonly introduced_at: string;
  /** Null while it signs. */
  readonly retired_at: string | null;
}

/** Keys by their ids, in the order in which they were introduced. */
export type ServiceState = ReadonlyMap<string, StatementKey>;

export const NO_KEYS: ServiceState = new Map();

export function evolve(state: ServiceState, event: ServiceEvent, time: string): ServiceState {
  switch (event.type) {
    case 'StatementKeyIntroduced':
      return new Map(state).set(event.data.key_id, { ...event.data, introduced_at: time, retired_at: null });
    case 'StatementKeyRetired': {
      const key = state.get(event.data.key_id);
      return key === undefined ? state : new Map(state).set(key.key_id, { ...key, retired_at: time });
    }
  }
}

export type ServiceRefusal = DetailedRefusal<'key_retired' | 'other_key'>;
export type ServiceDecision = Decision<ServiceEvent, ServiceRefusal>;

type PublicKey = Pick<StatementKey, 'key_id' | 'public_key'>;

const introduced = ({ key_id, public_key }: PublicKey): ServiceEvent => ({
  type: 'StatementKeyIntroduced',
  data: { key_id, public_key },
});

export const activeKeys = (state: ServiceState): readonly string[] =>
  [...state.values()].filter(({ retired_at }) => retired_at === null).map(({ key_id }) => key_id);

/** Returns true if another key signs, and this one is unknown: only a rotation introduces it. */
export const isSuccessor = (state: ServiceState, { key_id }: PublicKey): boolean =>
  !state.has(key_id) && activeKeys(state).length > 0;

/** The first key is introduced freely, another one only by a rotation: so no machine has a key of its own. */
export function introduceKey(state: ServiceState, key: PublicKey): ServiceDecision {
  const knownKey = state.get(key.key_id);
  if (isSuccessor(state, key))
    return refuseWith(
      'other_key',
      `Statements are signed with key ${activeKeys(state).join(', ')}, and this machine has ${key.key_id}. Give it the key of the others; or, where it is to take that one's place, run statements rotate-key here.`,
    );
  if (knownKey === undefined) return decided(introduced(key));
  if (knownKey.retired_at === null) return decided();
  const detail = `Key ${key.key_id} was retired: it signs no more. statements rotate-key makes another.`;
  return refuseWith('key_retired', detail);
}

/** Makes this key the only one that signs. */
export function rotateKey(state: ServiceState, next: PublicKey, reason: string): ServiceDecision {
  const knownKey = state.get(next.key_id);
  if (knownKey !== undefined && knownKey.retired_at !== null) return introduceKey(state, next);
  const others = activeKeys(state).filter((key_id) => key_id !== next.key_id);
  return decided(
    ...(knownKey === undefined ? [introduced(next)] : []),
    ...others.map((key_id): ServiceEvent => ({ type: 'StatementKeyRetired', data: { key_id, reason } })),
  );
}
