/**
 * `contact-{n}`: who stands behind an account: the only place in the log with a customer's name and e-mail address.
 * Written by the operator; read by whoami and the operator's lists. Deleted for good when the customer asks for it.
 */
import type { RecordedEvent, StreamName } from '../../platform/event-store/event-store.js';
import type { AccountId } from '../../shared/ids.js';
import type { Fact, Logged } from '../envelope.js';
import { UnknownEventError, jsonOf, logged } from '../envelope.js';

/** From now on the account is known under this name and address; no effect on the bill. */
export type ContactRecorded = Fact<'ContactRecorded', { account_id: AccountId; name: string; email: string }>;

export type ContactEvent = ContactRecorded;

export const contactStream = (account: AccountId): StreamName => `contact-${account}` as StreamName;

export function decodeContactEvent(recorded: RecordedEvent): Logged<ContactEvent> {
  if (recorded.type !== 'ContactRecorded') throw new UnknownEventError(recorded);
  return logged(recorded, { type: recorded.type, data: jsonOf(recorded) } as ContactRecorded);
}
