/** Issues API keys. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Entropy } from '../../platform/secrets/entropy.js';
import type { Settings } from '../../settings/settings.js';
import { ENTROPY, SETTINGS } from '../../platform/nest/tokens.js';
import { formatApiKey } from '../../shared/api-key.js';
import { issueKey } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import { IssueKey, type IssueKeyOutcome } from '../commands.js';
import { hashSecret, newKeyId, newSecret } from '../key-secret.js';

@CommandHandler(IssueKey)
export class IssueKeyHandler implements ICommandHandler<IssueKey> {
  constructor(
    private readonly accounts: AccountStore,
    @Inject(ENTROPY) private readonly entropy: Entropy,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'keyHashSecret'>,
  ) {}

  /**
   * Issues the key first, then records its name: a refused key leaves no name behind. If the second append
   * fails, the key stays without a name, and nobody has its secret. After `accounts forget` a key has no name
   * either.
   */
  async execute({ context, account, order }: IssueKey): Promise<IssueKeyOutcome> {
    const randomBytes = (count: number): Uint8Array => this.entropy.bytes(count);
    const [key_id, secret] = [newKeyId(randomBytes), newSecret(randomBytes)];
    const secret_hash = hashSecret(secret, this.settings.keyHashSecret);
    const outcome = await this.accounts.change(account, context, (state) =>
      issueKey(state, { key_id, ...order, secret_hash }),
    );
    if (outcome.outcome === 'refused') return outcome;
    const event = { type: 'KeyNamed', data: { key_id, name: order.name } } as const;
    const namedAt = await this.accounts.recordContact(account, event, context);
    const key = formatApiKey({ environment: order.environment, key_id, secret });
    return { outcome: 'issued', key_id, key, position: namedAt ?? outcome.position };
  }
}
