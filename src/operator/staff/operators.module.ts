/** Handles the commands that change the list of operators. */
import { derivedId } from '../../streams/derived-id.js';
import {
  admit,
  choosePassword,
  evolve,
  identify,
  NO_OPERATORS,
  remove,
  type OperatorsState,
} from '../../streams/operators/operators.decider.js';
import { operatorsStreams, type OperatorsEvent } from '../../streams/operators/operators.events.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import { streamStoreModule } from '../stream.module.js';
import { AdmitOperator, ChoosePassword, IdentifyOperator, RemoveOperator } from './commands.js';

const OPERATORS: StreamFold<'all', OperatorsEvent, OperatorsState> = {
  stream: operatorsStreams,
  initial: NO_OPERATORS,
  evolve,
  eventId: (id, { type }, attempt, index) => derivedId(operatorsStreams.streamOf(id), attempt, type, index),
};

export const OperatorsModule = streamStoreModule(OPERATORS, (handle) => [
  handle(AdmitOperator, (operators, { context, input }) =>
    operators.record<never>('all', context, (state) => admit(state, input.name, input.role)),
  ),
  handle(ChoosePassword, (operators, { context, input }) =>
    operators.record('all', context, (state) => choosePassword(state, input.name, input.admission)),
  ),
  handle(IdentifyOperator, (operators, { context, input }) =>
    operators.record('all', context, (state) => identify(state, input)),
  ),
  handle(RemoveOperator, (operators, { context, input }) =>
    operators.record('all', context, (state) => remove(state, input.name)),
  ),
]);
