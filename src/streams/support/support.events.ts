/** The streams of support: who looked at what of a customer, why, and what evidence was exported. */
import { z } from 'zod';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import {
  accountId,
  adjustmentId,
  blockKey,
  count,
  data,
  day,
  jobId,
  keyId,
  named,
  text,
  textOrNull,
  listOf,
} from '../fields.js';
import { accountSubject, keySubject } from '../stream-ids.js';

const lookedAt = named(
  'LookedAt',
  z.union([
    data({ kind: z.literal('key'), key_id: keyId }),
    data({ kind: z.literal('job'), job_id: jobId }),
    data({ kind: z.literal('row'), job_id: jobId, row: count }),
    data({ kind: z.literal('rows'), job_id: jobId, from: count }),
    data({ kind: z.literal('account'), account_id: accountId }),
    data({ kind: z.literal('adjustment'), adjustment_id: adjustmentId }),
    data({ kind: z.literal('statement'), account_id: accountId, month: z.string() }),
    data({ kind: z.literal('event'), stream: z.string(), revision: count }),
    data({ kind: z.literal('request'), request_id: z.string() }),
    data({ kind: z.literal('charge'), charge_id: z.string() }),
    data({ kind: z.literal('bill_of_job'), job_id: jobId }),
    data({ kind: z.literal('bill_of_key'), key_id: keyId }),
    data({
      kind: z.literal('bill'),
      account_id: accountId,
      from: day,
      to: day,
      block: blockKey.nullable(),
    }),
  ]),
  'What was looked at. `from` and `to` of a bill are UTC days, both included; `block` null: all blocks. `from` of rows is the first of the page.',
);
export type LookedAt = z.output<typeof lookedAt>;

const operator = text('The name under which the operator acted (`OPERATOR`).');
const reason = textOrNull('As the operator gave it; null where none was given.');

const EVENTS = {
  InvestigationOpened: {
    meaning: 'An operator asked to see what the log says of this. Recorded before the answer is shown.',
    schema: data({ operator, reason, about: lookedAt }),
  },
  EvidenceExported: {
    meaning: 'An operator wrote evidence of these rows to files that leave the system.',
    schema: data({
      operator,
      reason,
      job_id: jobId,
      rows: listOf(count).nullable().describe('Null: the whole job.'),
      digest: text("SHA-256 of the bundle's manifest, hex."),
    }),
  },
} as const;

export type SupportEvent = EventsOf<typeof EVENTS>;
export type InvestigationOpened = EventNamed<SupportEvent, 'InvestigationOpened'>;
export type EvidenceExported = EventNamed<SupportEvent, 'EvidenceExported'>;

/** The key that was looked at, or the account where the look concerns no single key. */
export type SupportId = { readonly key: KeyId } | { readonly account: AccountId };

const OF_ACCOUNT = 'account.';

export const supportStreams = defineStream({
  category: 'support',
  id: {
    shown: '{key id or account.n}',
    write: (id: SupportId) => ('key' in id ? id.key : `${OF_ACCOUNT}${id.account}`),
    read: (text): SupportId =>
      text.startsWith(OF_ACCOUNT)
        ? { account: Number(text.slice(OF_ACCOUNT.length)) as AccountId }
        : { key: text as KeyId },
  },
  opening:
    "Every look of support at a customer: who, at what, why. Looks at a key, at its requests and at their cost are in the stream of the key; looks at the bill of an account are in the stream of the account. Written before the answer is shown, by the operator's queries; read by investigations of a key. A few events a look; lives for ever. An operator's name and reason are the only free text.",
  subject: (id) => ('key' in id ? keySubject(id.key) : accountSubject(id.account)),
  events: EVENTS,
});
