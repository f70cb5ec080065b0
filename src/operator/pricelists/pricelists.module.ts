/** Handles the command that publishes a version of a price list. */
import { derivedId } from '../../streams/derived-id.js';
import {
  evolve,
  NO_PRICE_LISTS,
  publish,
  type PriceListsState,
} from '../../streams/pricelists/pricelists.decider.js';
import {
  priceListsStream,
  priceListsStreams,
  type PriceListsEvent,
} from '../../streams/pricelists/pricelists.events.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import { streamStoreModule } from '../stream.module.js';
import { PublishPriceList } from './commands.js';

const PRICE_LISTS: StreamFold<'all', PriceListsEvent, PriceListsState> = {
  stream: priceListsStreams,
  initial: NO_PRICE_LISTS,
  evolve,
  eventId: (_id, _event, attempt, index) => derivedId(priceListsStream, attempt, index),
};

export const PriceListsModule = streamStoreModule(PRICE_LISTS, (handle) => [
  handle(PublishPriceList, (lists, { context, input: { dryRun, ...list } }) =>
    lists.record('all', context, (state) => publish(state, list), { dryRun }),
  ),
]);
