/** What an operator does to an account. Every change returns when the access lane shows it. */
import type { Command } from '@nestjs/cqrs';
import { AccessModule } from '../../access/access.module.js';
import type { AccessOutcome, Contact } from '../../access/commands.js';
import {
  ChangeBlocks,
  ChangeOption,
  EraseContact,
  OpenAccount,
  RecordContact,
  ReinstateAccount,
  SuspendAccount,
} from '../../access/commands.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { AccountId } from '../../shared/ids.js';
import type { PremiumOption } from '../../shared/options.js';
import type { Operator } from '../operator.js';
import { pass, send } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import type { AccountShown } from './find-account.js';
import { accountShown } from './find-account.js';

/** The account as it stands, and whether it stood otherwise before. */
export type AccountChanged = AccountShown & { readonly changed: boolean };

export async function openAccount(
  operator: Operator,
  contact: Contact,
  blocks: readonly BlockKey[],
): Promise<AccountId> {
  const opened = await send(operator, AccessModule, new OpenAccount(operator.context, contact, blocks));
  await pass(operator, 'access', opened.position);
  return opened.account_id;
}

interface BlocksChange {
  readonly enable: readonly BlockKey[];
  readonly disable: readonly BlockKey[];
}

export const changeBlocks = (
  operator: Operator,
  account: AccountId,
  change: BlocksChange,
): Promise<AccountChanged> =>
  changedAccount(operator, account, new ChangeBlocks(operator.context, account, change));

export const changeOption = (
  operator: Operator,
  account: AccountId,
  { option, way }: { readonly option: PremiumOption; readonly way: 'enable' | 'disable' },
): Promise<AccountChanged> =>
  changedAccount(operator, account, new ChangeOption(operator.context, account, option, way));

export const recordContact = (
  operator: Operator,
  account: AccountId,
  contact: Contact,
): Promise<AccountChanged> =>
  changedAccount(operator, account, new RecordContact(operator.context, account, contact));

/** Final: the caller asks for a confirmation before. */
export const forgetContact = (operator: Operator, account: AccountId): Promise<AccountChanged> =>
  changedAccount(operator, account, new EraseContact(account));

export const suspendAccount = (
  operator: Operator,
  account: AccountId,
  reason: string,
): Promise<AccountChanged> =>
  changedAccount(operator, account, new SuspendAccount(operator.context, account, reason));

export const reinstateAccount = (operator: Operator, account: AccountId): Promise<AccountChanged> =>
  changedAccount(operator, account, new ReinstateAccount(operator.context, account));

async function changedAccount(
  operator: Operator,
  account: AccountId,
  command: Command<AccessOutcome>,
): Promise<AccountChanged> {
  const changed = await change(operator, command);
  return { ...(await accountShown(operator, account)), changed };
}

/**
 * Runs a command and waits until its change is shown; false where all was so already.
 * @throws WrongRequest where the command is refused
 */
export async function change(operator: Operator, command: Command<AccessOutcome>): Promise<boolean> {
  const outcome = await send(operator, AccessModule, command);
  if (outcome.outcome === 'refused') throw new WrongRequest(outcome.code, outcome.detail);
  await pass(operator, 'access', outcome.position);
  return outcome.outcome === 'recorded';
}
