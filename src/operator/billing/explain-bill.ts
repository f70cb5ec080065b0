/** The charges behind a figure, and what one charge stands on; each answer is recorded as a look of support. */
import { explainBilling } from '../../investigate/explain/explain-billing.js';
import { explainCharge, type ChargeExplanation } from '../../investigate/explain/explain-charge.js';
import type { ExplainedBill } from '../../investigate/explain/explained.js';
import type { BillSources } from '../../investigate/explain/figure.js';
import type { BlockKey } from '../../shared/block-key.js';
import { upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { ofKeyOrAccount, recordLook } from '../support/looks.js';
import { scopeOf, type BillOf } from './bill-figure.js';

/** What is to be explained. */
export interface BillWish {
  readonly of: BillOf;
  readonly block: BlockKey | null;
  /** Charges to be listed at most. */
  readonly most: number;
  /** Why the operator looks; null where no reason is given. */
  readonly reason: string | null;
}

export async function explainBill(operator: Operator, wish: BillWish): Promise<ExplainedBill> {
  await upToDate(operator, 'access', 'work', 'billing', 'support');
  const { scope, look } = await scopeOf(operator, wish.of, wish.block);
  const bill = await reading(operator, (sources) => explainBilling(sources, scope, wish.most));
  await recordLook(operator, { ...look, reason: wish.reason });
  return bill;
}

/** @param id as `billing explain` and statements print it */
export async function explainOneCharge(
  operator: Operator,
  id: string,
  reason: string | null,
): Promise<ChargeExplanation> {
  await upToDate(operator, 'access', 'support');
  const found = await reading(operator, (sources) => explainCharge(sources, id));
  if (found === null)
    throw new WrongRequest(
      'unknown_charge',
      `There is no charge ${id}; billing explain lists the charges of an account, a job or a key.`,
    );
  const about = { kind: 'charge', charge_id: id } as const;
  await recordLook(operator, { ...ofKeyOrAccount(found.story), about, reason });
  return found;
}

/** The read models as of one moment, beside the log. */
const reading = <T>({ models, stores }: Operator, read: (sources: BillSources) => Promise<T>): Promise<T> =>
  models.snapshot((reader) =>
    read({ eventStore: stores.eventStore, coordination: stores.coordination, reader }),
  );
