/** Reads an account's statements, and the keys that signed them, from the log. */
import { serviceStreams, serviceStream } from '../../streams/service/service.events.js';
import { NO_KEYS, evolve as evolveKeys, type StatementKey } from '../../streams/service/service.decider.js';
import { statementStream, statementStreams } from '../../streams/statement/statement.events.js';
import { NO_STATEMENTS, evolve, type StatementState } from '../../streams/statement/statement.decider.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';

type StreamReader = Pick<EventStore, 'readStream'>;

export async function statementsOf(log: StreamReader, account: AccountId): Promise<StatementState> {
  let state = NO_STATEMENTS;
  for await (const recorded of storedEvents(log, statementStream(account)))
    state = evolve(state, statementStreams.decode(recorded).event);
  return state;
}

/** Returns all keys, retired ones too, in the order of their introduction. */
export async function statementKeys(log: StreamReader): Promise<readonly StatementKey[]> {
  let state = NO_KEYS;
  for await (const recorded of storedEvents(log, serviceStream())) {
    const { event, time } = serviceStreams.decode(recorded);
    state = evolveKeys(state, event, time);
  }
  return [...state.values()];
}
