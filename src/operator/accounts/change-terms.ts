/** Changes an account's terms (contract, prices, withdrawal of prices to come), or previews the change. */
import { AgreeContract, AgreePrices, WithdrawPrices } from '../../access/commands.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { BLOCK_KEYS, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { cell, sheetTable, type Sheet, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import type { ContractAgreed, PricesAgreed } from '../../streams/account/account.events.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import { listText, priceTermOf, type PriceAgreement } from '../../streams/account/price-terms.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { changeOrPreview, readNewestTime, type ChangeOrPreview } from './change-account.js';
import { findAccount } from './find-account.js';

/** The price of a unit of a block on the first day, before and after the change; null: none. */
export interface PriceChange {
  readonly block: string;
  readonly before: string | null;
  readonly after: string | null;
}
export interface TermsChange extends ChangeOrPreview<readonly PriceChange[]> {
  readonly account_id: AccountId;
  /** The first day of the new terms. */
  readonly from: string;
}

type WithDryRun<Terms> = Terms & { readonly dryRun: boolean };

/** @throws WrongRequest where the command is refused */
export async function agreeAccountContract(
  operator: OperatorServices,
  account: AccountId,
  { dryRun, ...contract }: WithDryRun<ContractAgreed['data']>,
): Promise<TermsChange & ContractAgreed['data']> {
  const newestTime = await readNewestTime(operator, account);
  const command = new AgreeContract(operator.context, account, { ...contract, dryRun }, newestTime);
  const newTerms = priceTermOf({ type: 'ContractAgreed', data: contract });
  return { account_id: account, ...contract, ...(await changeTerms(operator, command, newTerms)) };
}

/** Agrees prices of blocks from a day on. @throws WrongRequest where the command is refused */
export async function agreePricesOfAccount(
  operator: OperatorServices,
  account: AccountId,
  { dryRun, ...agreement }: WithDryRun<PricesAgreed['data']>,
): Promise<TermsChange & PricesAgreed['data']> {
  const newestTime = await readNewestTime(operator, account);
  const command = new AgreePrices(operator.context, account, { ...agreement, dryRun }, newestTime);
  return { account_id: account, ...agreement, ...(await changeTerms(operator, command, [agreement])) };
}

/** Withdraws the prices that begin on a day to come. @throws WrongRequest where the command is refused */
export async function withdrawAccountPrices(
  operator: OperatorServices,
  account: AccountId,
  { dryRun, ...withdrawal }: WithDryRun<Readonly<Record<'from' | 'reason', string>>>,
): Promise<TermsChange & { readonly reason: string }> {
  const newestTime = await readNewestTime(operator, account);
  const command = new WithdrawPrices(operator.context, account, { ...withdrawal, dryRun }, newestTime);
  const newTerms = priceTermOf({ type: 'PricesWithdrawn', data: withdrawal });
  return { account_id: account, ...withdrawal, ...(await changeTerms(operator, command, newTerms)) };
}

/** Runs the command, or previews the unit prices on the first day, without and with the new terms. */
const changeTerms = (
  operator: OperatorServices,
  command: AgreeContract | AgreePrices | WithdrawPrices,
  newTerms: readonly PriceAgreement[],
): Promise<ChangeOrPreview<readonly PriceChange[]>> =>
  changeOrPreview(operator, command, async () => {
    await driveLanesToHead(operator, 'access');
    const { prices } = await findAccount(operator, command.account);
    const priceText = (agreements: readonly PriceAgreement[], block: BlockKey): string | null => {
      const agreedPrice = priceOn(agreements, block, command.change.from);
      return agreedPrice === null ? null : `${agreedPrice.price} ${agreedPrice.currency}`;
    };
    const pricesAfter = [...prices, ...newTerms];
    return BLOCK_KEYS.map((block) => ({
      block,
      before: priceText(prices, block),
      after: priceText(pricesAfter, block),
    })).filter((change) => change.before !== null || change.after !== null);
  });

export const termsSheet = (
  result: TermsChange & Partial<Omit<ContractAgreed['data'], 'reason'> & PricesAgreed['data']>,
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
