/** An act on the whole service, recorded: that it starts before anything is done, and what came of it. */
import { EndMaintenance, PrepareTakeOver, StartMaintenance } from './commands.js';
import { MaintenanceModule } from './maintenance.module.js';
import { Lease } from '../../platform/coordination/lease.js';
import { errorMessage } from '../../platform/errors/error-code.js';
import type { BeforeTakeOver } from '../../platform/projector/rebuild.js';
import { redact } from '../../platform/telemetry/redact.js';
import { operatorNamed } from '../../streams/envelope.js';
import type {
  Maintenance,
  MaintenanceEnded,
  TakeOverPrepared,
} from '../../streams/maintenance/maintenance.events.js';
import { send, type Operator } from '../operator.js';
import { NotDone } from '../refusal.js';

/** Why, and by which form; what is left out: no reason, and one act for the request. */
export interface MaintenanceWords {
  readonly reason?: string | null | undefined;
  /** What names the act: asked for under the same name again, it is not done again. */
  readonly act?: string | undefined;
}

/** What the work may say before it changes anything. */
export type Prepare = (prepared: Omit<TakeOverPrepared, 'act'>) => Promise<void>;

/** The same for a rebuild of this read model. */
export const preparing =
  (prepare: Prepare, read_model: string): BeforeTakeOver =>
  (generation, { equal, differences_total: differences }) =>
    prepare({ read_model, generation, verdict: equal ? 'equal' : 'different', differences });

export interface Worked<T> {
  readonly result: T;
  readonly verdict: MaintenanceEnded['verdict'];
  readonly changed: boolean;
}

/** So long an act whose process is gone is taken for one that goes on. */
const LEASE = { ttlMs: 10_000, heartbeatMs: 3_000 };
const LONGEST_DETAIL = 500;
export const leaseOfAct = (act: string): string => `maintenance/${act}`;

/**
 * While it works it holds a lease, which says whether an act without an end goes on or was broken off.
 * @throws NotDone where the act was started before; what the work throws, once that is recorded
 */
export async function performMaintenance<T>(
  operator: Operator,
  {
    what,
    reason = null,
    act = operator.context.requestId,
  }: MaintenanceWords & { readonly what: Maintenance },
  work: (prepare: Prepare) => Promise<Worked<T>>,
): Promise<T> {
  const { context, stores } = operator;
  const lease = await Lease.acquire(stores.coordination, leaseOfAct(act), {}, LEASE);
  if (lease === null) throw startedBefore();
  try {
    const by = operatorNamed(context.actor) ?? context.actor;
    const started = new StartMaintenance(context, { act, operator: by, reason, what });
    if ((await send(operator, MaintenanceModule, started)).outcome === 'refused') throw startedBefore();
    const prepare: Prepare = async (prepared) => {
      await send(operator, MaintenanceModule, new PrepareTakeOver(context, { act, ...prepared }));
    };
    return await ended(operator, act, () => work(prepare));
  } finally {
    await lease.release();
  }
}

const startedBefore = (): NotDone =>
  new NotDone('started_before', 'That was started before: it is not done a second time.');

async function ended<T>(operator: Operator, act: string, work: () => Promise<Worked<T>>): Promise<T> {
  const say = (end: Omit<MaintenanceEnded, 'act'>): Promise<unknown> =>
    send(operator, MaintenanceModule, new EndMaintenance(operator.context, { act, ...end }));
  let worked: Worked<T>;
  try {
    worked = await work();
  } catch (error) {
    const detail = redact(errorMessage(error)).slice(0, LONGEST_DETAIL);
    // What stopped the work may keep this from the log too: then the act has no end, as after a crash.
    await say({ outcome: 'failed', detail, verdict: null, changed: false }).catch(() => undefined);
    throw error;
  }
  const { result, verdict, changed } = worked;
  await say({ outcome: 'done', detail: null, verdict, changed });
  return result;
}
