/** Names the usage figures that differ from the log: a second reading, only made where the first found a difference. */
import { decode } from '../streams/index.js';
import type { LoggedEvent } from '../streams/index.js';
import { jobOfJobStream } from '../streams/job/job.events.js';
import type { AdjustmentsEvent } from '../streams/adjustments/adjustments.events.js';
import type { Submission } from '../streams/job/job.events.js';
import { chunkOfStream, type BlockCharged, type RowCharged } from '../streams/rows/rows.events.js';
import type { EventStore, Position } from '../platform/event-store/event-store.js';
import { LOG_START } from '../platform/event-store/event-store.js';
import type { JobId } from '../shared/ids.js';
import type { ComparedReadModels } from './documents.js';
import type { Offender } from './offender.js';
import {
  ROWS_FIGURE,
  adjustedIn,
  chargeIn,
  figurePlaces,
  liveFigures,
  nameOfPlace,
  placesRead,
} from './usage-comparison.js';

const PAGE = 200;

/** Amounts by `collection/key figure`; what both sides agree on is dropped at the end. */
type Amounts = Map<string, { shown: number; logged: number }>;

function note(amounts: Amounts, name: string, add: { shown?: number; logged?: number }): void {
  const { shown, logged } = amounts.get(name) ?? { shown: 0, logged: 0 };
  amounts.set(name, { shown: shown + (add.shown ?? 0), logged: logged + (add.logged ?? 0) });
}

export async function nameUsageDifferences(
  eventStore: Pick<EventStore, 'readAll'>,
  readModels: ComparedReadModels,
  suspected: (key: string) => boolean,
): Promise<readonly Offender[]> {
  const amounts: Amounts = new Map();
  const portions = await liveFigures(readModels, (place, figure, shown) => {
    if (suspected(place)) note(amounts, `${place} ${figure}`, { shown });
  });
  const last = [...portions.values()].at(-1)?.last ?? LOG_START;
  await foldCharges(eventStore, last, {
    charged: (submission, entry, event) => {
      const charge = chargeIn(event);
      const places = figurePlaces(submission, entry.time.slice(0, 10));
      for (const key of placesRead(portions, places, entry.position).map(nameOfPlace).filter(suspected)) {
        note(amounts, `${key} ${ROWS_FIGURE}`, { logged: charge.rows });
        for (const [block, logged] of Object.entries(charge.units))
          note(amounts, `${key} ${block}`, { logged });
      }
    },
    adjusted: (event, position) => {
      for (const { places, units } of adjustedIn(event))
        for (const key of placesRead(portions, places, position).map(nameOfPlace).filter(suspected))
          for (const [block, logged] of Object.entries(units)) note(amounts, `${key} ${block}`, { logged });
    },
  });
  return [...amounts]
    .filter(([, { shown, logged }]) => shown !== logged)
    .map(([name, { shown, logged }]) => ({
      detail: `${name}: ${shown} shown, ${logged} in the log`,
      job_id: null,
      row: null,
      stream: null,
      event_id: null,
    }));
}

interface FoldedSeen {
  /** A charge, with the submission that it belongs to. */
  charged(submission: Submission, entry: LoggedEvent, charge: RowCharged | BlockCharged): void;
  adjusted(event: AdjustmentsEvent, position: Position): void;
}

/** Every charge and adjustment up to `until`. Remembers running jobs only. */
async function foldCharges(
  eventStore: Pick<EventStore, 'readAll'>,
  until: Position,
  see: FoldedSeen,
): Promise<void> {
  const running = new Map<JobId, Submission>();
  let after = LOG_START;
  while (after < until) {
    const page = await eventStore.readAll({ after, categories: ['job', 'rows', 'adjustments'], limit: PAGE });
    for (const recorded of page.events) {
      if (recorded.position > until) return;
      for (const entry of decode(recorded)) {
        const { event } = entry;
        if (event.type === 'JobSubmitted') running.set(event.data.job_id, event.data);
        else if (event.type === 'ChargeAdjusted' || event.type === 'AdjustmentReversed')
          see.adjusted(event, entry.position);
        else if (event.type === 'JobCompleted' || event.type === 'JobCancelled')
          running.delete(jobOfJobStream(entry.stream));
        else if (event.type === 'RowCharged' || event.type === 'BlockCharged') {
          const submission = running.get(chunkOfStream(entry.stream).job);
          if (submission !== undefined) see.charged(submission, entry, event);
        }
      }
    }
    if (page.atHead) return;
    after = page.position;
  }
}
