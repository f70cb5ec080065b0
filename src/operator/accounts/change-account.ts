/** Opens and changes accounts for operators. A change returns once every running process acts on it. */
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
  SetBudget,
  SuspendAccount,
} from '../../access/commands.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { EventContext } from '../../streams/envelope.js';
import { waitUntilInForce, driveLane, send, sendAccepted, type OperatorServices } from '../operator.js';
import { accountDetails, type AccountDetails } from './find-account.js';

/** The account after the change. `changed` is false if the account was in that state before. */
export type ChangedAccount = AccountDetails & { readonly changed: boolean };

export async function openCustomerAccount(
  operator: OperatorServices,
  contact: Contact,
  blocks: readonly BlockKey[],
): Promise<AccountId> {
  const opened = await send(operator, AccessModule, new OpenAccount(operator.context, contact, blocks));
  await driveLane(operator, 'access', opened.position);
  return opened.account_id;
}

type CommandClass<Input> = new (
  context: EventContext,
  account: AccountId,
  input: Input,
) => Command<AccessOutcome>;

const changeFunction =
  <Input>(Change: CommandClass<Input>) =>
  async (operator: OperatorServices, account: AccountId, input: Input): Promise<ChangedAccount> => {
    const changed = await applyAccountCommand(operator, new Change(operator.context, account, input));
    return { ...(await accountDetails(operator, account)), changed };
  };

export const changeAccountBlocks = changeFunction(ChangeBlocks);
export const changeAccountOption = changeFunction(ChangeOption);
export const recordAccountContact = changeFunction(RecordContact);
/** Erases the contact for good. The caller must ask for a confirmation first. */
export const eraseAccountContact = changeFunction(EraseContact);
/** Sets or ends the budget of each month. */
export const setAccountBudget = changeFunction(SetBudget);
export const suspendAccount = changeFunction(SuspendAccount);
export const reinstateAccount = changeFunction(ReinstateAccount);

/** Runs a command on an account. @throws WrongRequest where the command is refused */
export const sendAccountCommand = (operator: OperatorServices, command: Command<AccessOutcome>) =>
  sendAccepted(operator, AccessModule, command);

/**
 * Runs a command and waits until its change is in force everywhere. Returns false where nothing changed.
 * @throws WrongRequest where the command is refused
 */
export async function applyAccountCommand(
  operator: OperatorServices,
  command: Command<AccessOutcome>,
): Promise<boolean> {
  const outcome = await sendAccountCommand(operator, command);
  await driveLane(operator, 'access', outcome.position);
  // Waits even if nothing changed: an earlier command may have made the same change a moment ago.
  await waitUntilInForce(operator);
  return outcome.outcome === 'recorded';
}
