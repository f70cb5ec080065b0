/** The streams of contacts: the only place in the log with a customer's name and e-mail address. */
import { z } from 'zod';
import { defineStream, type EventsOf } from '../define-stream.js';
import { accountId, data } from '../fields.js';
import { accountSubject, accountStreamId } from '../stream-ids.js';

const EVENTS = {
  ContactRecorded: {
    meaning: 'The account has this name and e-mail address from now on.',
    billing: 'No effect on the bill.',
    schema: data({ account_id: accountId, name: z.string(), email: z.string() }),
  },
} as const;

export type ContactEvent = EventsOf<typeof EVENTS>;

export const contactStreams = defineStream({
  category: 'contact',
  id: accountStreamId,
  opening:
    "Who the customer of an account is: the only place in the log with a customer's name and e-mail address. Written by the operator; read by whoami and the operator's lists. Deleted for good when the customer asks for it.",
  subject: accountSubject,
  events: EVENTS,
  closing: (account_id) => ({ type: 'ContactRecorded', data: { account_id, name: '', email: '' } }),
});

export const contactStream = contactStreams.streamOf;
