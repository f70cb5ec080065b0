/** Reads an account's revisions, so that an act can be refused if the account has changed since. */
import { lastEvent } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { adjustmentsStream } from '../../streams/adjustments/adjustments.events.js';
import type { OperatorServices, OperatorContext } from '../operator.js';

/** Returns the newest revision of each stream that decides what an account owes. */
export async function accountRevisions(
  { stores }: OperatorServices,
  account: AccountId,
): Promise<NonNullable<OperatorContext['seen']>> {
  const streams = [accountStream(account), adjustmentsStream(account)];
  const lastEvents = await Promise.all(streams.map((stream) => lastEvent(stores.eventStore, stream)));
  return Object.fromEntries(
    streams.map((stream, index) => [stream, lastEvents[index]?.revision ?? 'no_stream']),
  );
}
