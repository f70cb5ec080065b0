/** Issues the link that shows a customer the own account in the console. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ENTROPY, SETTINGS } from '../../platform/nest/tokens.js';
import type { Entropy } from '../../platform/secrets/entropy.js';
import type { Settings } from '../../settings/settings.js';
import { formatAccountLink } from '../../shared/account-link-text.js';
import { issueLink, linkEnd } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import { IssueAccountLink, type LinkOutcome } from '../commands.js';
import { hashSecret, newLinkSecret } from '../key-secret.js';

@CommandHandler(IssueAccountLink)
export class IssueAccountLinkHandler implements ICommandHandler<IssueAccountLink> {
  constructor(
    private readonly accounts: AccountStore,
    @Inject(ENTROPY) private readonly entropy: Entropy,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'keyHashSecret'>,
  ) {}

  async execute({ context, account, order: { days } }: IssueAccountLink): Promise<LinkOutcome> {
    const secret = newLinkSecret((count) => this.entropy.bytes(count));
    const link_hash = hashSecret(secret, this.settings.keyHashSecret);
    let expires_at = '';
    const outcome = await this.accounts.change(account, context, (state, time) => {
      expires_at = linkEnd(time, days);
      return issueLink(state, { link_hash, expires_at }, time);
    });
    if (outcome.outcome === 'refused') return outcome;
    const link = formatAccountLink({ account, secret });
    return { outcome: 'issued', link, expires_at, position: outcome.position };
  }
}
