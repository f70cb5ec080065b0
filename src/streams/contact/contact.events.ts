/** Defines the streams of contacts, the only place in the log with customers' names and e-mail addresses. */
import { z } from 'zod';
import { defineStream, type EventsOf } from '../define-stream.js';
import { accountId, data, keyId } from '../fields.js';
import { accountSubject, accountStreamId } from '../stream-ids.js';

const EVENTS = {
  ContactRecorded: {
    meaning: 'The account has this name and e-mail address from now on.',
    billing: 'No effect on the bill.',
    schema: data({ account_id: accountId, name: z.string(), email: z.string() }),
  },
  KeyNamed: {
    since: 2,
    meaning: 'The key, which was issued right before, has this name. A key without this event has no name.',
    billing: 'No effect on the bill.',
    schema: data({ key_id: keyId, name: z.string() }),
  },
} as const;

export type ContactEvent = EventsOf<typeof EVENTS>;

export const contactStreams = defineStream({
  category: 'contact',
  id: accountStreamId,
  opening:
    "Who the customer of an account is: the only place in the log with a customer's name and e-mail address, and with the names of keys. Written by the operator; read by whoami, the operator's lists and investigations. Deleted for good when the customer asks for it.",
  subject: accountSubject,
  events: EVENTS,
  closing: (account_id) => ({ type: 'ContactRecorded', data: { account_id, name: '', email: '' } }),
});

export const contactStream = contactStreams.streamOf;
