/**
 * A data directory as a service leaves it that was used for some days: its log, read models at the head of
 * it, and all of it checked. Made by the product's own code, without the rests of what runs beside a service.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { driveLanes, openLiveReadModels } from '../../projections/read-side.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { openStores, type Stores } from '../../packages/platform/src/stores/stores.js';
import { RecentCheck } from '../../src/verify/recent/recent-check.js';
import { changeCheckState, readCheckState } from '../../src/verify/standing/check-state.js';
import { logOfUse, writeLog, type Use, type WrittenLog } from './valid-log.js';
import { noteLog } from './written-log.js';

/** Stored events: what bounds the memory of the check. */
const EVENTS_A_ROUND = 2_000;
const EVENTS_A_MEMORY = 200_000;
const BETWEEN_LOOKS_MS = 100;

/** Makes it; other accounts and a register may be there. */
export async function leaveData(dataDir: string, use: Use): Promise<WrittenLog> {
  const written = await over(await openStores({ dataDir }), ({ eventStore }) =>
    writeLog(eventStore, logOfUse(use)),
  );
  await over(await openStores({ dataDir, hosting: 'direct' }), async (stores) => {
    await driveAllLanes(stores);
    await checkAll(stores);
  });
  noteLog(dataDir, written);
  return written;
}

/** Brings all read models to the head of the log. */
export const driveAllLanes = async (stores: Stores): Promise<void> =>
  driveLanes(stores, ['access', 'work', 'billing', 'pages', 'support'], await stores.eventStore.head());

/** Resolves when the check beside a running service has said that it is at the head of now. */
export async function untilChecked(dataDir: string): Promise<void> {
  await over(await openStores({ dataDir, hosting: 'direct' }), async ({ eventStore, coordination }) => {
    const head = await eventStore.head();
    while (((await readCheckState(coordination))?.position ?? LOG_START) < head)
      await pause(BETWEEN_LOOKS_MS);
  });
}

async function over<T>(stores: Stores, work: (stores: Stores) => Promise<T>): Promise<T> {
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** What the standing check does, and where it would stand then. */
async function checkAll(stores: Stores): Promise<void> {
  const { eventStore, coordination } = stores;
  const head = await eventStore.head();
  const source = { eventStore, readModels: await openLiveReadModels(stores) };
  for (let position = LOG_START; position < head;) {
    const check = new RecentCheck(source, position);
    while (check.events < EVENTS_A_MEMORY && check.position < head)
      mustHold(await check.advance(head, EVENTS_A_ROUND, 'ended jobs'));
    mustHold([await check.settleDays()]);
    position = check.position;
  }
  const state = { position: head, checked_at: new Date().toISOString() };
  await changeCheckState(coordination, ({ broken }) => ({ ...state, broken }));
}

function mustHold(reports: readonly { readonly ok: boolean }[]): void {
  const broken = reports.filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(JSON.stringify(broken));
}
