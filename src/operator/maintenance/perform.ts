/** Performs a maintenance act on the whole service, and records its start and its outcome. */
import { EndMaintenance, PrepareTakeOver, StartMaintenance } from './commands.js';
import { MaintenanceModule } from './maintenance.module.js';
import { Lease } from '../../../packages/platform/src/coordination/lease.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import type { BeforeTakeOver } from '../../../packages/platform/src/projector/rebuild.js';
import { redact } from '../../../packages/platform/src/telemetry/redact.js';
import { nameOfActor } from '../../streams/envelope.js';
import type {
  Maintenance,
  MaintenanceEnded,
  TakeOverPrepared,
} from '../../streams/maintenance/maintenance.events.js';
import { send, type OperatorServices } from '../operator.js';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';

export interface ActOptions {
  /** Default: none. */
  readonly reason?: string | null | undefined;
  /** The act's name. Default: the request's id. An act is never performed twice under one name. */
  readonly act?: string | undefined;
}

/** Records which read model is about to be replaced, before it is replaced. */
export type RecordTakeOver = (prepared: Omit<TakeOverPrepared, 'act'>) => Promise<void>;

/** Makes the callback by which a rebuild of a read model records its take-over. */
export const beforeTakeOver =
  (recordTakeOver: RecordTakeOver, read_model: string): BeforeTakeOver =>
  (generation, { equal, differences_total: differences }) =>
    recordTakeOver({ read_model, generation, verdict: equal ? 'equal' : 'different', differences });

export interface WorkResult<T> {
  readonly result: T;
  readonly verdict: MaintenanceEnded['verdict'];
  readonly changed: boolean;
}

/** An act counts as running for `ttlMs` after its process died. */
const LEASE = { ttlMs: 10_000, heartbeatMs: 3_000 };
const MAX_DETAIL_LENGTH = 500;
export const leaseOfAct = (act: string): string => `maintenance/${act}`;

/**
 * Performs the work under a lease. The lease tells whether an act without an end is running or broke off.
 * @throws NotDone where the act was started before; also the work's own error, once it is recorded
 */
export async function performMaintenance<T>(
  operator: OperatorServices,
  {
    what: maintenance,
    reason = null,
    act = operator.context.requestId,
  }: ActOptions & { readonly what: Maintenance },
  work: (recordTakeOver: RecordTakeOver) => Promise<WorkResult<T>>,
): Promise<T> {
  const { context, stores } = operator;
  const lease = await Lease.acquire(stores.coordination, leaseOfAct(act), {}, LEASE);
  if (lease === null) throw startedBeforeError();
  try {
    const command = new StartMaintenance(context, {
      act,
      operator: nameOfActor(context.actor),
      reason,
      what: maintenance,
    });
    if ((await send(operator, MaintenanceModule, command)).outcome === 'refused') throw startedBeforeError();
    const recordTakeOver: RecordTakeOver = async (prepared) => {
      await send(operator, MaintenanceModule, new PrepareTakeOver(context, { act, ...prepared }));
    };
    return await runAct(operator, act, () => work(recordTakeOver));
  } finally {
    await lease.release();
  }
}

const startedBeforeError = (): NotDone =>
  new NotDone('started_before', 'This act was started before, so it is not done a second time.');

async function runAct<T>(
  operator: OperatorServices,
  act: string,
  work: () => Promise<WorkResult<T>>,
): Promise<T> {
  const recordEnd = (end: Omit<MaintenanceEnded, 'act'>): Promise<unknown> =>
    send(operator, MaintenanceModule, new EndMaintenance(operator.context, { act, ...end }));
  let workResult: WorkResult<T>;
  try {
    workResult = await work();
  } catch (error) {
    const detail = redact(errorMessage(error)).slice(0, MAX_DETAIL_LENGTH);
    // The same fault may keep the end from the log too. The act then has no end, as after a crash.
    await recordEnd({ outcome: 'failed', detail, verdict: null, changed: false }).catch(() => undefined);
    throw error;
  }
  const { result, verdict, changed } = workResult;
  await recordEnd({ outcome: 'done', detail: null, verdict, changed });
  return result;
}
