/**
 * `billing explain`: the charge entries behind one usage figure, from the log alone. Their sum is what usage shows for
 * the account and day: rows count on the day of their record, a late block on the day of its fill (Contract 5.3).
 */
import type { LoggedEvent } from '../../streams/index.js';
import { scan, type InvestigatedLog } from '../../investigate/log-reading.js';
import { inCatalogueOrder, isBlockKey, type BlockKey } from '../../shared/block-key.js';
import type { AccountId, JobId } from '../../shared/ids.js';

export interface ExplainedFigure {
  readonly account: AccountId;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  /** Null: all blocks together. */
  readonly block: BlockKey | null;
}

export interface ExplainedCharge {
  /** The id of the charge event. */
  readonly charge_id: string;
  readonly job_id: JobId;
  /** 0-based index in the submission. */
  readonly row: number;
  /** Of the asked block, or of all blocks. */
  readonly units: number;
  readonly blocks: Readonly<Partial<Record<BlockKey, number>>>;
  /** True for a block that was delivered after its row, which is charged by itself. */
  readonly late: boolean;
  readonly time: string;
}

export interface ExplainedBill {
  readonly account_id: AccountId;
  readonly day: string;
  readonly block: BlockKey | null;
  /** Rows delivered on the day, also those without a unit; with a block, those that it was delivered with. */
  readonly rows: number;
  readonly units: number;
  readonly blocks: Readonly<Partial<Record<BlockKey, number>>>;
  /** In log order. Without a block: every charge entry of the day. With one: those that bill it. */
  readonly charges: readonly ExplainedCharge[];
}

/** The charge entries, one by one: a day may have a great many. */
async function* chargesBehind(
  log: InvestigatedLog,
  { account, day, block }: ExplainedFigure,
): AsyncGenerator<ExplainedCharge> {
  const ofAccount = String(account);
  const isWanted = ({ metadata }: { metadata: Readonly<Record<string, string>> }): boolean =>
    metadata['account'] === ofAccount && metadata['time']?.startsWith(day) === true;
  for await (const entry of scan(log, { categories: ['rows'], wanted: isWanted })) {
    const charge = chargeOf(entry, block);
    if (charge !== null) yield charge;
  }
}

export async function explainBilling(log: InvestigatedLog, figure: ExplainedFigure): Promise<ExplainedBill> {
  const charges: ExplainedCharge[] = [];
  const blocks = new Map<BlockKey, number>();
  for await (const charge of chargesBehind(log, figure)) {
    charges.push(charge);
    for (const [key, units] of Object.entries(charge.blocks))
      if (isBlockKey(key)) blocks.set(key, (blocks.get(key) ?? 0) + units);
  }
  return {
    account_id: figure.account,
    day: figure.day,
    block: figure.block,
    rows: charges.filter(({ late }) => !late).length,
    units: charges.reduce((sum, { units }) => sum + units, 0),
    blocks: Object.fromEntries(inCatalogueOrder(blocks.keys()).map((key) => [key, blocks.get(key) ?? 0])),
    charges,
  };
}

function chargeOf({ event, id, time }: LoggedEvent, block: BlockKey | null): ExplainedCharge | null {
  if (event.type !== 'RowCharged' && event.type !== 'BlockCharged') return null;
  const late = event.type === 'BlockCharged';
  const all = late ? { [event.data.block]: event.data.units } : event.data.units;
  if (block !== null && (all[block] ?? 0) === 0) return null;
  const blocks = block === null ? all : { [block]: all[block] };
  const units = Object.values(blocks).reduce((sum: number, count) => sum + (count ?? 0), 0);
  return { charge_id: id, job_id: event.data.job_id, row: event.data.row, units, blocks, late, time };
}
