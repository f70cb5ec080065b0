/** What may be decided about the service's keys. Pure: a key is made elsewhere. */
import type { ServiceEvent } from './service.events.js';

export interface StatementKey {
  readonly key_id: string;
  /** Ed25519: 32 bytes as hexadecimal digits. */
  readonly public_key: string;
  readonly introduced_at: string;
  /** Null while it signs. */
  readonly retired_at: string | null;
}

/** In the order of their introduction, by their ids. */
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

export interface ServiceRefusal {
  readonly outcome: 'refused';
  readonly code: 'key_retired';
  readonly detail: string;
}

export type ServiceDecision =
  { readonly outcome: 'decided'; readonly events: readonly ServiceEvent[] } | ServiceRefusal;

const decided = (...events: readonly ServiceEvent[]): ServiceDecision => ({ outcome: 'decided', events });

export function introduceKey(
  state: ServiceState,
  key: Pick<StatementKey, 'key_id' | 'public_key'>,
): ServiceDecision {
  const known = state.get(key.key_id);
  const { key_id, public_key } = key;
  if (known === undefined) return decided({ type: 'StatementKeyIntroduced', data: { key_id, public_key } });
  if (known.retired_at === null) return decided();
  const detail = `Key ${key.key_id} was retired: it signs no more. statements rotate-key makes another.`;
  return { outcome: 'refused', code: 'key_retired', detail };
}

/** A key that was never introduced signed nothing: there is nothing to retire. */
export function retireKey(state: ServiceState, key_id: string, reason: string): ServiceDecision {
  const signs = state.get(key_id)?.retired_at === null;
  return signs ? decided({ type: 'StatementKeyRetired', data: { key_id, reason } }) : decided();
}
