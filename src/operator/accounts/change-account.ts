/** Opens and changes accounts for operators. A change returns once every running process acts on it. */
import type { Command } from '@nestjs/cqrs';
import { AccessModule } from '../../access/access.module.js';
import {
  type AccessOutcome,
  type Contact,
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
import { timeOfJobId, type AccountId } from '../../../packages/contract/src/ids.js';
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { accountPart, keysUnder } from '../../../projections/key-parts.js';
import { USAGE_DAYS } from '../../../projections/usage/usage.document.js';
import type { EventContext } from '../../streams/envelope.js';
import {
  driveLane,
  driveLanesToHead,
  send,
  sendAccepted,
  waitUntilInForce,
  type OperatorServices,
} from '../operator.js';
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

/**
 * Runs a command on an account and waits until its change is in force everywhere. Returns false where nothing
 * changed.
 * @throws WrongRequest where the command is refused
 */
export async function applyAccountCommand(
  operator: OperatorServices,
  command: Command<AccessOutcome>,
): Promise<boolean> {
  const { outcome, position } = await sendAccepted(operator, AccessModule, command);
  await driveLane(operator, 'access', position);
  // Waits even if nothing changed: an earlier command may have made the same change a moment ago.
  await waitUntilInForce(operator);
  return outcome === 'recorded';
}

/** The outcome of a command, or of its preview. */
export interface ChangeOrPreview<Sides> {
  /** False where nothing changed, and in a preview. */
  readonly changed: boolean;
  /** Present in a preview: nothing was written. */
  readonly dry_run?: true;
  /** The state before and after the change; present in the preview of a change. */
  readonly sides?: Sides;
}

/**
 * Runs a command. A command with `dryRun` writes nothing: its preview is what `readSides` returns.
 * @throws WrongRequest where the command is refused
 */
export async function changeOrPreview<Sides>(
  operator: OperatorServices,
  command: Command<AccessOutcome> & { readonly change: { readonly dryRun?: boolean } },
  readSides: () => Promise<Sides>,
): Promise<ChangeOrPreview<Sides>> {
  if (command.change.dryRun !== true) return { changed: await applyAccountCommand(operator, command) };
  const { outcome } = await sendAccepted(operator, AccessModule, command);
  const sidesField = outcome === 'unchanged' ? {} : { sides: await readSides() };
  return { changed: false, dry_run: true, ...sidesField };
}

const NEWEST = { order: 'descending', limit: 1 } as const;

/**
 * Returns the later of two times (ISO 8601, UTC): the newest day on which the account was charged, and the
 * time of the newest job of any account; empty without both. It guards against a clock that was set back.
 */
export async function readNewestTime(operator: OperatorServices, account: AccountId): Promise<string> {
  await driveLanesToHead(operator, 'billing', 'work');
  const { models } = operator;
  const [[day], [job]] = await Promise.all([
    models.range(USAGE_DAYS.name, { ...keysUnder(accountPart(account)), ...NEWEST }),
    models.range(JOB_STATUS.name, NEWEST),
  ]);
  const newestChargeDay = day === undefined ? '' : USAGE_DAYS.fields(day).day;
  const newestJobTime =
    job === undefined ? '' : new Date(timeOfJobId(JOB_STATUS.fields(job).job_id)).toISOString();
  return newestChargeDay > newestJobTime ? newestChargeDay : newestJobTime;
}
