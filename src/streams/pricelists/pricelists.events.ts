/** The stream of price lists: templates of prices that an operator gives to accounts. */
import { z } from 'zod';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import { byBlock, count, data, text } from '../fields.js';
import { onlyStreamId } from '../stream-ids.js';

const EVENTS = {
  PriceListPublished: {
    since: 3,
    meaning:
      'This version of the price list can be given to accounts. It never changes; the next one has the next number.',
    billing: 'Bills nothing: an account has its prices from the day of its `PricesAgreed` on.',
    schema: data({
      name: text('Small letters, digits and dashes.'),
      version: count.describe('Counts the versions of this list, from 1.'),
      currency: text('ISO 4217.'),
      prices: byBlock(z.string()).describe('Price of one unit by block: decimal string.'),
      reason: z.string(),
    }),
  },
} as const;

export type PriceListsEvent = EventsOf<typeof EVENTS>;
export type PriceListVersion = EventNamed<PriceListsEvent, 'PriceListPublished'>['data'];

export const priceListsStreams = defineStream({
  category: 'pricelists',
  id: onlyStreamId('all'),
  opening:
    'The price lists: templates of prices, each in versions. Written by `prices list publish`; read by `prices list show` and `prices list give`, which writes a `PricesAgreed` to `account-{n}` that names list and version. A few events a year; lives for ever.',
  events: EVENTS,
});

export const priceListsStream = priceListsStreams.streamOf('all');
