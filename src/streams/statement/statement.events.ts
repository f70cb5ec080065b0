/** The streams of statements: the signed monthly bills of an account (`docs/statements.md`). */
import { z } from 'zod';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import { accountId, count, data, named, text, textOrNull, listOf } from '../fields.js';
import { accountSubject, accountStreamId } from '../stream-ids.js';

const sha256 = text('SHA-256: 64 hexadecimal digits.');
const hashes = listOf(z.string());

const eventId = z.string().nullable();

const head = named(
  'StatementHead',
  data({
    format: z.string(),
    account_id: accountId,
    month: text('YYYY-MM, UTC.'),
    partial: z.boolean().describe('Issued before the month was over: its tree begins with itself.'),
    issued_at: text('The time of the event.'),
    key_id: z.string(),
    after: eventId.describe('The `through` of the statement before it.'),
    through: eventId.describe(
      "The account's last event of charges or adjustments, in the order of the log, that the statement covers.",
    ),
    entries: count.describe('Lines of charges, adjustments, credits and month rules.'),
    tree_size: count,
    root: sha256,
    previous_tree_size: count,
    previous_root: sha256,
    body_sha256: sha256.describe('Of every byte of the file before the head.'),
    locators: hashes.describe('Sums of the hashes of the lines; with them a checker finds a changed line.'),
  }),
  'What is signed.',
);
export type StatementHead = z.output<typeof head>;

const currencyTotals = named(
  'CurrencyTotals',
  data({
    currency: z.string(),
    amount: text('Of charges.'),
    net_amount: text('With adjustments and credits.'),
    month_rules: text('What the rules of months come to.'),
    payable: text("The net amount and month rules, rounded to the currency's minor unit."),
  }),
  'The figures of a statement in one currency.',
);

const totals = named(
  'StatementTotals',
  data({
    rows: count,
    units: count,
    adjusted_units: z.number(),
    currency: textOrNull('Null, as all amounts are, where there are several currencies.'),
    amount: z.string().nullable(),
    adjusted_amount: z.string().nullable(),
    month_rules: z.string().nullable().optional().describe('Of month rules. From the third format on.'),
    credited_amount: z.string().nullable().optional().describe('Of credits. From the third format on.'),
    payable: z
      .string()
      .nullable()
      .optional()
      .describe('The net amount and month rules, rounded to the minor unit. From the third format on.'),
    currencies: listOf(currencyTotals)
      .optional()
      .describe('One for each currency, in order. From the third format on.'),
  }),
  'Figures as charged, and those that adjustments and credits add, with their sign.',
);
export type StatementTotals = z.output<typeof totals>;

const EVENTS = {
  LeafSecretMade: {
    meaning:
      "The salts of the lines of this account's statements are derived from this secret. With one line and its salt nobody can guess another line from its hash.",
    schema: data({ account_id: accountId, secret: text('32 bytes as hexadecimal digits.') }),
  },
  StatementIssued: {
    meaning:
      'The statement of this month is what this head says. A complete statement is the only one of its month, and goes on from the tree of the complete one before.',
    billing: 'Bills nothing: it states what was charged and adjusted.',
    schema: data({
      head,
      signature: text('Ed25519 over the head as canonical JSON: 128 hexadecimal digits.'),
      agreements: count.describe(
        'So many price agreements, from the first on, set the prices of its lines: those known, or 0 before the first is in force.',
      ),
      month_rules: count
        .optional()
        .describe('So many agreements of month rules were known. Left out where there were none.'),
      frontier: hashes.describe('Of the tree after this statement. The next statement goes on from it.'),
      totals,
    }),
  },
} as const;

export type StatementEvent = EventsOf<typeof EVENTS>;
export type StatementIssued = EventNamed<StatementEvent, 'StatementIssued'>;

export const statementStreams = defineStream({
  category: 'statement',
  id: accountStreamId,
  opening:
    "The statements that were issued to an account. Written by `statements issue`, at the revision that was read: of two issuers at once, the second finds the statement of the first. Read by `statements issue`, which makes the same file again from it, and by `verify`. It holds no position: ids of events name a statement's part of the log. One event a month, and one for each partial statement; lives for ever.",
  subject: accountSubject,
  events: EVENTS,
});

export const statementStream = statementStreams.streamOf;
