/** Changes an account's terms (contract, prices, withdrawal of prices to come), or previews the change. */
import { AgreeContract, AgreePrices, WithdrawPrices } from '../../access/commands.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { cell, sheetTable, type Sheet, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import type { ContractAgreed, PricesAgreed } from '../../streams/account/account.events.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import { listText, priceTermOf, type PriceAgreement } from '../../streams/account/price-terms.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { sendAccountCommand, applyAccountCommand } from './change-account.js';
import { findAccount } from './find-account.js';
import { readNewestTime } from './newest-time.js';

/** The price of a unit of a block on the first day, before and after the change; null: none. */
export interface PriceChange {
  readonly block: string;
  readonly before: string | null;
  readonly after: string | null;
}
/** The outcome of a change of terms, or of its preview. */
export interface TermsChange {
  readonly account_id: AccountId;
  readonly from: string;
  readonly reason: string;
  /** False if the terms were equal before, or in a preview. */
  readonly changed: boolean;
  /** Present in a preview: nothing was written. */
  readonly dry_run?: true;
  readonly sides?: readonly PriceChange[];
}
type Withdrawal = Readonly<Record<'from' | 'reason', string>>;
export type ContractResult = TermsChange & ContractAgreed['data'];
type WithDryRun<Terms> = Terms & { readonly dryRun: boolean };

/** @throws WrongRequest where the command is refused */
export async function agreeAccountContract(
  operator: OperatorServices,
  account: AccountId,
  { dryRun, ...contract }: WithDryRun<ContractAgreed['data']>,
): Promise<ContractResult> {
  const newestTime = await readNewestTime(operator, account);
  const command = new AgreeContract(operator.context, account, { ...contract, dryRun }, newestTime);
  const newAgreements = priceTermOf({ type: 'ContractAgreed', data: contract });
  return { account_id: account, ...contract, ...(await changeTerms(operator, command, newAgreements)) };
}

/** Agrees prices of blocks from a day on. @throws WrongRequest where the command is refused */
export async function agreePricesOfAccount(
  operator: OperatorServices,
  account: AccountId,
  { dryRun, ...agreement }: WithDryRun<PricesAgreed['data']>,
): Promise<Omit<TermsChange, 'reason'> & PricesAgreed['data']> {
  const newestTime = await readNewestTime(operator, account);
  const command = new AgreePrices(operator.context, account, { ...agreement, dryRun }, newestTime);
  return { account_id: account, ...agreement, ...(await changeTerms(operator, command, [agreement])) };
}

/** Withdraws the prices that begin on a day to come. @throws WrongRequest where the command is refused */
export async function withdrawAccountPrices(
  operator: OperatorServices,
  account: AccountId,
  { dryRun, ...withdrawal }: WithDryRun<Withdrawal>,
): Promise<TermsChange> {
  const newestTime = await readNewestTime(operator, account);
  const command = new WithdrawPrices(operator.context, account, { ...withdrawal, dryRun }, newestTime);
  const newAgreements = priceTermOf({ type: 'PricesWithdrawn', data: withdrawal });
  return { account_id: account, ...withdrawal, ...(await changeTerms(operator, command, newAgreements)) };
}

/**
 * Runs the command, or previews its effect: the unit prices of the blocks, without and with the new terms, on
 * the first day of the new terms.
 * @param newAgreements the agreements that the command adds
 * @throws WrongRequest where the command is refused
 */
async function changeTerms(
  operator: OperatorServices,
  command: AgreeContract | AgreePrices | WithdrawPrices,
  newAgreements: readonly PriceAgreement[],
): Promise<Pick<TermsChange, 'changed' | 'dry_run' | 'sides'>> {
  if (command.change.dryRun !== true) return { changed: await applyAccountCommand(operator, command) };
  const { outcome } = await sendAccountCommand(operator, command);
  if (outcome === 'unchanged') return { changed: false, dry_run: true };
  await driveLanesToHead(operator, 'access');
  const { prices } = await findAccount(operator, command.account);
  const { from } = command.change;
  const priceText = (
    agreements: readonly PriceAgreement[],
    block: (typeof BLOCK_KEYS)[number],
  ): string | null => {
    const agreedPrice = priceOn(agreements, block, from);
    return agreedPrice === null ? null : `${agreedPrice.price} ${agreedPrice.currency}`;
  };
  const agreementsAfter = [...prices, ...newAgreements];
  const priceChanges = BLOCK_KEYS.map((block) => ({
    block,
    before: priceText(prices, block),
    after: priceText(agreementsAfter, block),
  })).filter((change) => change.before !== null || change.after !== null);
  return { changed: false, dry_run: true, sides: priceChanges };
}

export const termsSheet = (
  result: Omit<TermsChange, 'reason'> &
    Partial<Omit<ContractResult, 'reason'>> & { readonly reason?: string | undefined } & Pick<
      Partial<PricesAgreed['data']>,
      'list'
    >,
): Sheet => ({
  title: result.sides !== undefined ? 'This would be written: terms' : 'Terms',
  facts: {
    account: cell.account(result.account_id),
    from: result.from,
    to: result.to ?? null,
    currency: result.currency ?? null,
    'price list': listText(result.list),
    contract: cell.client(result.number ?? null),
    'purchase order': cell.client(result.purchase_order ?? null),
    reason: cell.client(result.reason),
    changed: result.sides !== undefined ? null : result.changed ? 'yes' : 'no, it was so before',
  },
  parts:
    result.sides === undefined
      ? []
      : [
          {
            title: `A unit on ${result.from}`,
            table: sheetTable(result.sides, PRICE_CHANGE_COLUMNS, { none: 'No price is in force.' }),
          },
        ],
});

/** The price of a unit of each block, before and after a change. */
export const PRICE_CHANGE_COLUMNS: SheetColumns<PriceChange> = {
  block: ({ block }) => block,
  before: ({ before }) => before,
  after: ({ after }) => after,
};
