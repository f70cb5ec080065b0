/** What an operator does to an account. Every change returns when it is in force in every running process. */
import type { Command } from '@nestjs/cqrs';
import { AccessModule } from '../../access/access.module.js';
import type { AccessOutcome, Contact } from '../../access/commands.js';
import {
  AgreePrices,
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
import type { PriceAgreement } from '../../streams/account/account.state.js';
import type { EventContext } from '../../streams/envelope.js';
import { inForce, pass, send, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { accountShown, type AccountShown } from './find-account.js';

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

type ChangeOf<Order> = new (
  context: EventContext,
  account: AccountId,
  order: Order,
) => Command<AccessOutcome>;

const changing =
  <Order>(Change: ChangeOf<Order>) =>
  async (operator: Operator, account: AccountId, order: Order): Promise<AccountChanged> => {
    const changed = await change(operator, new Change(operator.context, account, order));
    return { ...(await accountShown(operator, account)), changed };
  };

export const changeBlocks = changing(ChangeBlocks);
export const changeOption = changing(ChangeOption);
export const recordContact = changing(RecordContact);
/** Final: the caller asks for a confirmation before. */
export const forgetContact = changing(EraseContact);
export const suspendAccount = changing(SuspendAccount);
export const reinstateAccount = changing(ReinstateAccount);

/**
 * Runs a command and waits until its change is in force everywhere; false where all was so already.
 * @throws WrongRequest where the command is refused
 */
export async function change(operator: Operator, command: Command<AccessOutcome>): Promise<boolean> {
  const outcome = await send(operator, AccessModule, command);
  if (outcome.outcome === 'refused') throw new WrongRequest(outcome.code, outcome.detail);
  await pass(operator, 'access', outcome.position);
  // What was so already may have become so a moment ago.
  await inForce(operator);
  return outcome.outcome === 'recorded';
}

/** What a unit of some blocks costs from a day on; false where it was agreed already. */
export const agreePrices = (
  operator: Operator,
  account: AccountId,
  agreement: PriceAgreement,
): Promise<boolean> => change(operator, new AgreePrices(operator.context, account, agreement));
