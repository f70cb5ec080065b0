import { AgreePrices } from '../../access/commands.js';
import type { AccountId } from '../../shared/ids.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { change } from '../accounts/change-account.js';
import type { Operator } from '../operator.js';

/** What a unit of some blocks costs from a day on; false where it was agreed already. */
export const agreePrices = (
  operator: Operator,
  account: AccountId,
  agreement: PriceAgreement,
): Promise<boolean> => change(operator, new AgreePrices(operator.context, account, agreement));
