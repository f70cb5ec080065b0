/**
 * The streams of statements: what an account was told, month by month, that it owes, and signed. What a head is and how
 * it is checked stands in `docs/statements.md`.
 */
import { z } from 'zod';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import { accountId, count, data, named } from '../fields.js';
import { accountSubject, accountStreamId } from '../stream-ids.js';

const sha256 = z.string().describe('SHA-256: 64 hexadecimal digits.');
const hashes = z.array(z.string()).readonly();

const eventId = z.string().nullable();

const head = named(
  'StatementHead',
  data({
    format: z.string(),
    account_id: accountId,
    month: z.string().describe('YYYY-MM, UTC.'),
    partial: z.boolean().describe('Issued before the month was over: its tree begins with itself.'),
    issued_at: z.string().describe('The time of the event.'),
    key_id: z.string(),
    after: eventId.describe('What the statement before it looked at last.'),
    through: eventId.describe(
      "The account's last event of charges or adjustments, in the order of the log, that was looked at.",
    ),
    entries: count.describe('Lines of charges and adjustments.'),
    tree_size: count,
    root: sha256,
    previous_tree_size: count,
    previous_root: sha256,
    body_sha256: sha256.describe('Of every byte of the file before the head.'),
    locators: hashes.describe('Sums of the hashes of the lines, by which a changed line is found.'),
  }),
  'What is signed.',
);
export type StatementHead = z.output<typeof head>;

const totals = named(
  'StatementTotals',
  data({
    rows: count,
    units: count,
    adjusted_units: z.number(),
    currency: z.string().nullable(),
    amount: z.string().nullable(),
    adjusted_amount: z.string().nullable(),
  }),
  'As charged, and what adjustments add to that with their sign.',
);
export type StatementTotals = z.output<typeof totals>;

const EVENTS = {
  LeafSecretMade: {
    meaning:
      "The salts of the lines of this account's statements come from this secret: whoever is shown one line can't guess another from its hash.",
    billing: 'Bills nothing.',
    schema: data({ account_id: accountId, secret: z.string().describe('32 bytes as hexadecimal digits.') }),
  },
  StatementIssued: {
    meaning:
      'The statement of this month is what this head says. A complete one is the only one of its month, and goes on from the tree of the one before.',
    billing: 'Bills nothing: it says what was charged and adjusted.',
    schema: data({
      head,
      signature: z.string().describe('Ed25519 over the head as canonical JSON: 128 hexadecimal digits.'),
      agreements: count.describe(
        'How many agreements of prices were known: the first so many price its lines.',
      ),
      frontier: hashes.describe('Of the tree after it: what the next statement goes on from.'),
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
    "What an account was told that it owes. Written by `statements issue`, at the revision read, so that of two issuers at once one is first and the other finds its statement; read by `statements issue`, which makes the same file again from it, and by `verify`. It holds no position: a statement's part of the log is named by ids of events. One event a month, and one for each partial statement; lives for ever.",
  subject: accountSubject,
  events: EVENTS,
});

export const statementStream = statementStreams.streamOf;
