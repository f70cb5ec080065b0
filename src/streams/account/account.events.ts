/** The streams of accounts: enabled blocks and options, keys, prices, budget, and the account's own link. */
import { z } from 'zod';
import type { RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import {
  accountId,
  blocks,
  byBlock,
  count,
  data,
  environment,
  keyId,
  premiumOption,
  scope,
  time,
  text,
  textOrNull,
  listOf,
} from '../fields.js';
import { accountSubject, accountStreamId } from '../stream-ids.js';

const EVENTS = {
  AccountOpened: {
    meaning: 'The account exists from now on, with these blocks switched on.',
    schema: data({ account_id: accountId, blocks }),
  },
  AccountSuspended: {
    meaning: 'All keys of the account answer 401. Its own link and the visits that it opened have ended.',
    billing: 'Jobs already accepted run on and are billed.',
    schema: data({ reason: z.string() }),
  },
  AccountReinstated: {
    meaning: 'Its unrevoked keys work again.',
    schema: data({}),
  },
  BlocksEnabled: {
    meaning: 'Requests accepted from now on may use these blocks.',
    billing: 'These blocks are billed in such requests.',
    schema: data({ blocks }),
  },
  BlocksDisabled: {
    meaning: 'Requests accepted from now on get `not_enabled` for these blocks.',
    billing: 'What was accepted before is answered and billed as before.',
    schema: data({ blocks }),
  },
  OptionEnabled: {
    meaning: 'Requests from now on may ask for this premium option.',
    billing: 'An option is never billed by itself.',
    schema: data({ option: premiumOption }),
  },
  OptionDisabled: {
    meaning: 'Requests that ask for this premium option are refused with 403 from now on.',
    billing: 'A refused request costs nothing.',
    schema: data({ option: premiumOption }),
  },
  PricesAgreed: {
    meaning: 'Charges dated on or after `from` (UTC day) cost this much.',
    billing: 'Sets the price of units from that day on; earlier charges keep theirs.',
    schema: data({
      currency: text('ISO 4217.'),
      from: text('YYYY-MM-DD, UTC.'),
      prices: byBlock(z.string()).describe('Price of one unit by block: decimal string.'),
      list: data({ name: z.string(), version: count })
        .optional()
        .describe('The version of the price list that was given; left out for prices without a list.'),
      reason: z
        .string()
        .optional()
        .describe('Left out in agreements of earlier releases, and where none was given.'),
    }),
  },
  PricesWithdrawn: {
    since: 3,
    meaning: 'The prices that were agreed from this day on, which has not begun, are not agreed any more.',
    billing: 'Units from that day on cost what they would without these prices.',
    schema: data({
      from: text('YYYY-MM-DD, UTC: the `from` of the prices.'),
      reason: z.string(),
    }),
  },
  ContractAgreed: {
    since: 3,
    meaning:
      'From `from` on, until another contract begins, the account is billed in this currency under this contract. A later one with the same `from` replaces it.',
    billing:
      'Charges from then on are in its currency. Prices in another currency that began before it hold no longer.',
    schema: data({
      currency: text('ISO 4217.'),
      from: text('YYYY-MM-DD, UTC: the first of a month.'),
      to: textOrNull('Its last day; null: open. Its prices hold until another begins.'),
      number: text("The contract's number, as statements print it."),
      purchase_order: textOrNull("The customer's order number, as statements print it."),
      reason: z.string(),
    }),
  },
  MonthRulesAgreed: {
    since: 3,
    meaning:
      'Each calendar month from `from` on has these rules, in place of earlier ones. Without free units, tiers and minimum it has none.',
    billing: 'Changes what months from then on come to; charges keep their amounts.',
    schema: data({
      version: count.describe('Number of this agreement of the account, from 1; statements name it.'),
      currency: text('ISO 4217: that of the prices in force.'),
      from: text('YYYY-MM-DD, UTC: the first of a month.'),
      free_units: count.describe("So many of the month's first units cost nothing; 0: none."),
      tiers: listOf(
        data({
          after: count.describe("Begins behind so many of the month's units, free ones included."),
          percent: text('Off the price of each unit: decimal string, at most 100.'),
        }),
      ).describe('In the order of `after`; each ends where the next begins.'),
      minimum: textOrNull('The least that the units of a month cost: decimal string; null: none.'),
      reason: z.string(),
    }),
  },
  BudgetSet: {
    since: 3,
    meaning:
      'The budget of each calendar month (UTC) from now on, in place of the one before; without units and amount there is none. With `stop`, a request that could pass it is refused with 429.',
    billing: 'Changes no charge. A refused request costs nothing.',
    schema: data({
      month_units: count.nullable().describe('Net units; null: the budget is no number of units.'),
      month_amount: textOrNull('Net amount: decimal string; null: the budget is no amount.'),
      currency: textOrNull('ISO 4217, that of the prices; null without an amount.'),
      stop: z.boolean().describe('Whether requests are refused, or the budget is only shown.'),
      reason: z.string().optional().describe('Left out where none was given.'),
    }),
  },
  ContactErased: {
    meaning:
      "The customer's name and address and the names of keys are erased for good: `contact-{n}` is deleted right after.",
    billing: 'No effect on the bill.',
    schema: data({
      reason: textOrNull('As the operator gave it; null where none was given.'),
    }),
  },
  KeyIssued: {
    meaning: 'A key of this account works from now on. Only a keyed hash of the secret is kept.',
    schema: data({
      key_id: keyId,
      name: text(
        'Empty: the name is in `KeyNamed`, which can be erased. Keys issued before that have theirs here.',
      ),
      environment,
      scopes: listOf(scope),
      secret_hash: text("HMAC-SHA256 of the secret under the deployment's KEY_HASH_SECRET, hex."),
      max_rows: z
        .number()
        .nullable()
        .describe("The key's own cap on rows a job, or null for the default of 250,000."),
      requests_per_minute: z.number(),
      resolve_per_minute: z.number(),
    }),
  },
  AccountLinkIssued: {
    since: 2,
    meaning:
      'Anyone with this link may look at the account in the console until `expires_at`. An earlier link has ended. Only a keyed hash of the secret is kept.',
    schema: data({
      link_hash: text("HMAC-SHA256 of the link's secret under the deployment's KEY_HASH_SECRET, hex."),
      expires_at: time,
    }),
  },
  AccountLinkEnded: {
    since: 2,
    meaning: "The account's link opens nothing from now on, and sessions that it opened have ended.",
    schema: data({}),
  },
  KeyRevoked: {
    meaning: 'The key answers 401 from now on, for ever.',
    billing: 'Jobs that it submitted run on and are billed.',
    schema: data({ key_id: keyId, reason: z.string() }),
  },
} as const;

export type AccountEvent = EventsOf<typeof EVENTS>;
export type PricesAgreed = EventNamed<AccountEvent, 'PricesAgreed'>;
export type MonthRulesAgreed = EventNamed<AccountEvent, 'MonthRulesAgreed'>;
export type ContractAgreed = EventNamed<AccountEvent, 'ContractAgreed'>;
export type BudgetSet = EventNamed<AccountEvent, 'BudgetSet'>;
export type KeyRevoked = EventNamed<AccountEvent, 'KeyRevoked'>;
export type AccountLinkIssued = EventNamed<AccountEvent, 'AccountLinkIssued'>;
export type KeyIssued = EventNamed<AccountEvent, 'KeyIssued'>;

export const accountStreams = defineStream({
  category: 'account',
  id: accountStreamId,
  opening:
    "The life of one customer account: what it may use, its keys, its prices, its budget and its own link. Written by the operator's command line; read by the access lane (keys, entitlements), billing (prices), the console (its link) and investigations. A few events a year; lives for ever. Names, also of keys, and e-mail addresses are in `contact-{n}`.",
  subject: accountSubject,
  events: EVENTS,
});

export const accountStream = accountStreams.streamOf;
export const accountOfStream = accountStreams.idOf;

/** Removes the name that an older `KeyIssued` holds, for all that shows an account with an erased contact. */
export function withoutKeyName<E extends Pick<RecordedEvent, 'type' | 'data'>>(event: E): E {
  if (event.type !== 'KeyIssued') return event;
  const issued = JSON.parse(Buffer.from(event.data).toString('utf8')) as KeyIssued['data'];
  return issued.name === ''
    ? event
    : { ...event, data: Buffer.from(JSON.stringify({ ...issued, name: '' })) };
}
