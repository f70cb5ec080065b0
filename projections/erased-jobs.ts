/**
 * Marks jobs whose rows are erased, so that data that a late worker appends are never shown. Each projection
 * has markers of its own, so that it can be rebuilt alone.
 */
import { chunkOfStream } from '../src/streams/rows/rows.events.js';
import { jobOfJobStream } from '../src/streams/job/job.events.js';
import type { StreamName } from '../packages/platform/src/event-store/event-store.js';
import type { DocumentKey, DocumentOperation, Found } from '../packages/platform/src/projector/projection.js';
import { at, fieldsAt, put, removeRange } from '../packages/platform/src/projector/operations.js';
import {
  typedCollection,
  type TypedCollection,
} from '../packages/platform/src/projector/typed-collection.js';
import type { JsonObject } from '../packages/platform/src/values/json.js';
import { keysOfJob } from './key-parts.js';

type ErasedJobDocument = { readonly erased_at: string };
type EventOfStream = { readonly stream: StreamName };

/** @param collections whose keys begin with the job's id and a dot */
export function erasedJobs(name: string, collections: readonly TypedCollection<JsonObject>[]) {
  const collection = typedCollection<ErasedJobDocument>(name);
  const jobOf = ({ stream }: EventOfStream): string => chunkOfStream(stream).job;
  return {
    collection,
    /** Returns the keys that every handler of a `rowdata-` event must look up. */
    lookup: (event: EventOfStream): readonly DocumentKey[] => [at(collection, jobOf(event))],
    /** Returns the operations of a `rowdata-` event; none after the job's rows were erased. */
    unlessErased: (
      event: EventOfStream,
      found: Found,
      operations: () => readonly DocumentOperation[],
    ): readonly DocumentOperation[] =>
      fieldsAt(found, collection, jobOf(event)) === undefined ? operations() : [],
    /** Deletes all documents of the job of a `job-` stream, and writes its marker. */
    erase: ({ stream, time }: EventOfStream & { readonly time: string }): readonly DocumentOperation[] => {
      const job = jobOfJobStream(stream);
      return [
        ...collections.map((erased) => removeRange(erased, keysOfJob(job))),
        put(collection, job, { erased_at: time }),
      ];
    },
  };
}
