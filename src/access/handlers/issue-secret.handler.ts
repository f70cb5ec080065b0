/** Issues API keys, and the links that show customers their own accounts in the console. */
import { handledBy } from '../../../packages/platform/src/nest/stream-module.js';
import {
  formatAccountLink,
  hashSecret,
  newKeyId,
  newLinkSecret,
  newSecret,
  type RandomBytes,
} from '../key-secret.js';
import { formatApiKey } from '../../../packages/contract/src/api-key.js';
import { issueKey, issueLink, linkEnd } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import { IssueAccountLink, IssueKey, type IssueKeyOutcome, type LinkOutcome } from '../commands.js';

const handle = handledBy(AccountStore);

const randomOf =
  ({ entropy }: AccountStore): RandomBytes =>
  (count) =>
    entropy.bytes(count);

export const SECRET_HANDLERS = [
  /** Issues the key, then records its name. If that fails, nobody has the secret of the nameless key. */
  handle(IssueKey, async (accounts, { context, account, change }): Promise<IssueKeyOutcome> => {
    const [key_id, secret] = [newKeyId(randomOf(accounts)), newSecret(randomOf(accounts))];
    const secret_hash = hashSecret(secret, accounts.settings.keyHashSecret);
    const outcome = await accounts.change(account, context, (state) =>
      issueKey(state, { key_id, ...change, secret_hash }),
    );
    if (outcome.outcome === 'refused') return outcome;
    const event = { type: 'KeyNamed', data: { key_id, name: change.name } } as const;
    const namePosition = await accounts.recordContact(account, event, context);
    const key = formatApiKey({ environment: change.environment, key_id, secret });
    return { outcome: 'issued', key_id, key, position: namePosition ?? outcome.position };
  }),
  handle(IssueAccountLink, async (accounts, { context, account, change: { days } }): Promise<LinkOutcome> => {
    const secret = newLinkSecret(randomOf(accounts));
    const link_hash = hashSecret(secret, accounts.settings.keyHashSecret);
    let expires_at = '';
    const outcome = await accounts.change(account, context, (state, time) => {
      expires_at = linkEnd(time, days);
      return issueLink(state, { link_hash, expires_at }, time);
    });
    if (outcome.outcome === 'refused') return outcome;
    const link = formatAccountLink({ account, secret });
    return { outcome: 'issued', link, expires_at, position: outcome.position };
  }),
];
