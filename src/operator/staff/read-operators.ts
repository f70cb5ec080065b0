/** Reads from the log which operators may sign in. */
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedPages } from '../../../packages/platform/src/event-store/stored-events.js';
import { evolve, NO_OPERATORS, type OperatorsState } from '../../streams/operators/operators.decider.js';
import { operatorsStreams } from '../../streams/operators/operators.events.js';

/** Reads the whole stream, which has only a few events for each operator. */
export async function readOperators(store: Pick<EventStore, 'readStream'>): Promise<OperatorsState> {
  let state = NO_OPERATORS;
  for await (const page of storedPages(store, operatorsStreams.streamOf('all')))
    state = evolve(state, page.map(operatorsStreams.decode));
  return state;
}
