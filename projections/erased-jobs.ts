/**
 * Markers of jobs whose rows are erased. A late worker may append data after the erasure; these are never
 * shown. Each projection of such data keeps the markers in its own collection, so that it can be rebuilt
 * alone.
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

export type ErasedJobDocument = { readonly erased_at: string };

export interface ErasedJobs {
  readonly collection: TypedCollection<ErasedJobDocument>;
  /** The keys that every handler of a `rowdata-` event must look up. */
  readonly lookup: (event: { readonly stream: StreamName }) => readonly DocumentKey[];
  /** The operations of a `rowdata-` event; none after the job's rows were erased. */
  readonly unlessErased: (
    event: { readonly stream: StreamName },
    found: Found,
    operations: () => readonly DocumentOperation[],
  ) => readonly DocumentOperation[];
  /** Deletes all documents of the job of a `job-` stream, and writes its marker. */
  readonly erase: (event: {
    readonly stream: StreamName;
    readonly time: string;
  }) => readonly DocumentOperation[];
}

/** @param collections whose keys begin with the job's id and a dot */
export function erasedJobs(name: string, collections: readonly TypedCollection<JsonObject>[]): ErasedJobs {
  const collection = typedCollection<ErasedJobDocument>(name);
  const jobOf = ({ stream }: { readonly stream: StreamName }): string => chunkOfStream(stream).job;
  return {
    collection,
    lookup: (event) => [at(collection, jobOf(event))],
    unlessErased: (event, found, operations) =>
      fieldsAt(found, collection, jobOf(event)) === undefined ? operations() : [],
    erase: ({ stream, time }) => {
      const job = jobOfJobStream(stream);
      return [
        ...collections.map((erased) => removeRange(erased, keysOfJob(job))),
        put(collection, job, { erased_at: time }),
      ];
    },
  };
}
