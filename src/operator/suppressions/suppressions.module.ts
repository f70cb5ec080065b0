/** Handles the commands that suppress values and lift suppressions. Only hashes reach the log. */
import { derivedId } from '../../streams/derived-id.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import {
  evolve,
  lift,
  NO_SUPPRESSIONS,
  suppress,
  type SuppressionsState,
} from '../../streams/suppressions/suppressions.decider.js';
import {
  suppressionsStreams,
  type SuppressionsEvent,
} from '../../streams/suppressions/suppressions.events.js';
import { streamStoreModule } from '../stream.module.js';
import { LiftSuppressions, SuppressValues } from './commands.js';

export const SUPPRESSIONS: StreamFold<'all', SuppressionsEvent, SuppressionsState> = {
  stream: suppressionsStreams,
  initial: NO_SUPPRESSIONS,
  evolve,
  eventId: (id, { type, data }, request) =>
    derivedId(suppressionsStreams.streamOf(id), request, type, data.value_hash),
};

export const SuppressionsModule = streamStoreModule(SUPPRESSIONS, (handle) => [
  handle(SuppressValues, (suppressions, { context, input: { values, secret } }) =>
    suppressions.record<never>('all', context, (state) => suppress(state, values, secret), {
      purpose: context.requestId,
    }),
  ),
  handle(LiftSuppressions, (suppressions, { context, input: { hashes } }) =>
    suppressions.record<never>('all', context, (state) => lift(state, hashes), {
      purpose: context.requestId,
    }),
  ),
]);
