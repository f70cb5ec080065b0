/** Signs notes that promise a customer an entry of the next statement (`docs/statements.md`, "Promises"). */
import { HeadView } from '../../heads/head-view.js';
import { promiseNote, type PromisedEntry } from '../../receipts/notes.js';
import { receiptKeyUnder } from '../../receipts/receipts.js';
import { eventLeaf } from '../../seals/sealed-tree.js';
import { Sealer } from '../../seals/sealer.js';
import { adjustmentsStream, adjustmentsStreams } from '../../streams/adjustments/adjustments.events.js';
import type { AccountId, AdjustmentId } from '../../../packages/contract/src/ids.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { OperatorServices } from '../operator.js';

/** An entry with its units and amount, as they are shown. */
interface ShownEntry extends Pick<PromisedEntry, 'units' | 'amount' | 'currency'> {
  readonly account_id: AccountId;
  readonly adjustment_id: AdjustmentId;
}

export interface PromiseNoteFields {
  /** The signed note, byte for byte as the customer keeps it; null where there is none. */
  readonly promise: string | null;
  /** The reason why there is no note; absent beside a note. */
  readonly no_promise?: string;
}

/** Seals the log and signs the note. The entry is recorded already, so a failure is returned, not thrown. */
export async function sealAndSignPromise(
  operator: OperatorServices,
  entry: ShownEntry,
): Promise<PromiseNoteFields> {
  const { stores, context } = operator;
  try {
    const ports = { store: stores.eventStore, clock: systemClock, entropy: systemEntropy() };
    const { requestId, actor } = context;
    await new Sealer(ports).seal({ requestId, actor });
    return { promise: await signedNote(operator, entry) };
  } catch (error) {
    return { promise: null, no_promise: errorMessage(error) };
  }
}

/** Returns the note about an entry of the log. @throws NotDone, or Error, where this machine can't sign it */
async function signedNote({ settings, stores }: OperatorServices, entry: ShownEntry): Promise<string> {
  const log = stores.eventStore;
  const { state } = await new HeadView(log).follow();
  const key = receiptKeyUnder(state.keys, settings);
  let eventIndex = 0;
  for await (const recorded of storedEvents(log, adjustmentsStream(entry.account_id), { page: 50 })) {
    const { event, time } = adjustmentsStreams.decode(recorded);
    if (event.data.adjustment_id === entry.adjustment_id)
      return promiseNote(key, { ...entry, event: eventLeaf(recorded, eventIndex), time });
    eventIndex += 1;
  }
  throw new Error(`the log lacks the entry ${entry.adjustment_id}`);
}
