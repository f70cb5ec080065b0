/** Explains the charges behind a figure, or a single charge. Each answer writes an audit record. */
import { everyChargeOf, explainBilling } from '../../investigate/explain/explain-billing.js';
import { explainCharge, type ChargeExplanation } from '../../investigate/explain/explain-charge.js';
import type { ExplainedBill, ExplainedCharge } from '../../investigate/explain/explained-bill.js';
import type { BillSources } from '../../investigate/explain/figure.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { recordAudit } from '../support/audit-records.js';
import { billScopeOf, type BillSubject } from './bill-figure.js';

/** The bill to explain. */
export interface BillRequest {
  readonly subject: BillSubject;
  readonly block: BlockKey | null;
  /** Number of charges on a page. */
  readonly limit: number;
  /** The page to list. Default: 1. */
  readonly page?: number;
  /** Lists the page with the charge of this row instead. */
  readonly jumpToRow?: number | null;
  /** The operator's reason; null: none was given. */
  readonly reason: string | null;
}

export async function explainBill(operator: OperatorServices, request: BillRequest): Promise<ExplainedBill> {
  const { limit, page = 1, jumpToRow = null } = request;
  await driveLanesToHead(operator, 'access', 'work', 'billing', 'support');
  const { scope, auditRecord } = await billScopeOf(operator, request.subject, request.block);
  const bill = await snapshot(operator, (sources) =>
    explainBilling(sources, scope, { limit, page, jumpToRow }),
  );
  await recordAudit(operator, { ...auditRecord, reason: request.reason });
  return bill;
}

/** Every charge behind a figure, for a file. An audit record is written first. @throws WrongRequest */
export async function everyCharge(
  operator: OperatorServices,
  { subject, block, reason }: Pick<BillRequest, 'subject' | 'block' | 'reason'>,
): Promise<AsyncIterable<ExplainedCharge>> {
  await driveLanesToHead(operator, 'access', 'work', 'billing', 'support');
  const { scope, auditRecord } = await billScopeOf(operator, subject, block);
  const charges = await snapshot(operator, (sources) => everyChargeOf(sources, scope));
  await recordAudit(operator, { ...auditRecord, reason });
  return charges;
}

/** @param id the charge's id as `billing explain` and statements print it */
export async function explainOneCharge(
  operator: OperatorServices,
  id: string,
  reason: string | null,
): Promise<ChargeExplanation> {
  await driveLanesToHead(operator, 'access', 'support');
  const charge = await snapshot(operator, (sources) => explainCharge(sources, id));
  if (charge === null)
    throw new WrongRequest(
      'unknown_charge',
      `There is no charge ${id}; billing explain lists the charges of an account, a job or a key.`,
    );
  await recordAudit(operator, { owner: charge.story, about: { kind: 'charge', charge_id: id }, reason });
  return charge;
}

/** Reads the read models as of one moment, together with the log. */
const snapshot = <T>(
  { models, stores }: OperatorServices,
  read: (sources: BillSources) => Promise<T>,
): Promise<T> =>
  models.snapshot((reader) =>
    read({ eventStore: stores.eventStore, coordination: stores.coordination, reader }),
  );
