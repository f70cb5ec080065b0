/** Opens the accounts of the sandbox with their fixed keys, by the operator's own commands. */
import { CommandBus, type Command } from '@nestjs/cqrs';
import { AccessModule } from '../../access/access.module.js';
import * as access from '../../access/commands.js';
import { SECRET_LENGTH } from '../../../packages/contract/src/api-key.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { openContext } from '../../../packages/platform/src/nest/context.js';
import * as tokens from '../../../packages/platform/src/nest/tokens.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { systemEntropy, type Entropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { SANDBOX_DOMAIN } from '../../sandbox/made-values.js';
import {
  SANDBOX_ACCOUNTS,
  SANDBOX_SECRET,
  type SandboxAccount,
  type SandboxKey,
} from '../../sandbox/sandbox-keys.js';
import type { Settings } from '../../settings/settings.js';

const CONTEXT = { requestId: 'sandbox', actor: 'operator:sandbox' } as const;

const LOWER_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LETTERS_AND_DIGITS = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${LOWER_AND_DIGITS}`;
const alphabetIndexes = (text: string, alphabet: string): Uint8Array =>
  Uint8Array.from(text, (letter) => alphabet.indexOf(letter));

/** Gives the bytes of the fixed keys in place of random ones: its id, then the one secret of all keys. */
class FixedKeys implements Entropy {
  private readonly entropy = systemEntropy();
  nextKeyId = '';

  bytes(count: number): Uint8Array {
    if (count === this.nextKeyId.length) return alphabetIndexes(this.nextKeyId, LOWER_AND_DIGITS);
    return count === SECRET_LENGTH
      ? alphabetIndexes(SANDBOX_SECRET, LETTERS_AND_DIGITS)
      : this.entropy.bytes(count);
  }

  ulid(): string {
    return this.entropy.ulid();
  }
}

export async function openAccounts(settings: Settings, stores: Stores, models: LiveReadModels) {
  const keys = new FixedKeys();
  const context = await openContext(
    [AccessModule],
    new Map<symbol, unknown>([
      ...tokens.storeValues(stores, models),
      [tokens.SETTINGS, settings],
      [tokens.CLOCK, systemClock],
      [tokens.ENTROPY, keys],
    ]),
  );
  const bus = context.get(CommandBus);
  const accountByKey = new Map<SandboxKey, AccountId>();
  const send = async (command: Command<access.AccessOutcome>): Promise<void> => {
    const outcome = await bus.execute(command);
    if (outcome.outcome === 'refused') throw new Error(outcome.detail);
  };
  const revoke = (key: SandboxKey): Promise<void> => {
    const owner = accountByKey.get(key);
    if (owner === undefined) return Promise.resolve();
    return send(new access.RevokeKey(CONTEXT, owner, { keyId: key.id, reason: 'sandbox' }));
  };
  for (const account of SANDBOX_ACCOUNTS) {
    const contact = { name: account.name, email: `nobody@${SANDBOX_DOMAIN}` };
    const { account_id } = await bus.execute(new access.OpenAccount(CONTEXT, contact, account.blocks));
    for (const key of account.keys) {
      keys.nextKeyId = key.id;
      await bus.execute(new access.IssueKey(CONTEXT, account_id, keyRequest(key)));
      accountByKey.set(key, account_id);
      if (key.revokedAfter === 0) await revoke(key);
    }
    const change = changeCommand(account, account_id);
    if (change !== null) await send(change);
  }
  return { revoke, close: () => context.close() };
}

const keyRequest = ({ id, scopes, max_rows, requests_per_minute }: SandboxKey): access.KeyRequest => ({
  name: id,
  environment: 'test',
  scopes: scopes ?? ['read', 'enrich'],
  max_rows: max_rows ?? null,
  requests_per_minute: requests_per_minute ?? 6_000,
  resolve_per_minute: 6_000,
});

function changeCommand(
  { state, blocks }: SandboxAccount,
  account: AccountId,
): Command<access.AccessOutcome> | null {
  if (state === undefined) return null;
  switch (state) {
    case 'priced':
      return new access.AgreePrices(CONTEXT, account, {
        currency: 'GBP',
        from: systemClock.now().toISOString().slice(0, 10),
        prices: Object.fromEntries(blocks.map((block) => [block, '0.01'])),
      });
    case 'suspended':
      return new access.SuspendAccount(CONTEXT, account, { reason: 'sandbox' });
    case 'small_budget':
      return new access.SetBudget(CONTEXT, account, { month_units: 1, month_amount: null, stop: true });
  }
}
