/** The contract of the EventStore port. Every adapter passes all of it. */
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { appendingContract } from './event-store/appending.js';
import { deletingContract } from './event-store/deleting.js';
import type {
  EventStoreFactory,
  EventStoreUnderTest,
  TwoStores,
} from './event-store/event-store-under-test.js';
import { missingContract } from './event-store/missing.js';
import { modelContract } from './event-store/model.js';
import { readingContract } from './event-store/reading.js';
import { repeatingContract } from './event-store/repeating.js';
import { sequencesContract } from './event-store/sequences.js';
import { sharingContract } from './event-store/sharing.js';
import { subscribingContract } from './event-store/subscribing.js';
import { testPatienceMs } from './patience.js';

jest.setTimeout(testPatienceMs);

/** @param isBare whether the store shows events without our metadata */
export function eventStoreContract(adapter: string, create: EventStoreFactory, isBare = true): void {
  describe(`the event store (${adapter})`, () => {
    let underTest: EventStoreUnderTest;
    let two: TwoStores;
    const opened: EventStore[] = [];
    const reopen = async (): Promise<EventStore> => {
      const store = await underTest.open();
      opened.push(store);
      return store;
    };

    beforeAll(async () => {
      underTest = await create();
      two = { store: await reopen(), other: await reopen(), reopen };
    });
    afterAll(async () => {
      await Promise.all(opened.map((store) => store.close()));
      await underTest.dispose();
    });

    const stores = (): TwoStores => two;
    if (isBare) describe('appends', () => appendingContract(stores));
    describe('repeats appends', () => repeatingContract(stores));
    describe('appends in their order', () => sequencesContract(stores));
    describe('reads', () => readingContract(stores));
    describe('subscribes', () => subscribingContract(stores));
    describe('deletes', () => deletingContract(stores));
    if (isBare) describe('shows what a page left out', () => missingContract(stores));
    if (isBare) describe('shared with another program', () => sharingContract(stores));
    describe('as a whole', () => modelContract(stores));
  });
}
