/** Reads collections of a read model, or ranges of their keys, in key order, a page at a time. */
import { RESULT_CHUNKS, resultChunkKey } from '../../projections/results/results.document.js';
import type { ResultChunkDocument } from '../../projections/results/results.document.js';
import { everyDocument } from '../../packages/platform/src/projector/projector-state.js';
import type { TypedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { KeyedDocument, ReadModelReader } from '../../packages/platform/src/read-models/read-models.js';
import type { JsonObject } from '../../packages/platform/src/values/json.js';
import type { JobId } from '../../packages/contract/src/ids.js';

/** A snapshot resolves logical names. Its documents and the lanes' checkpoints are of one moment. */
export interface ComparedReadModels {
  snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T>;
}

/** Documents in one read. Some hold packs of about 100 KB, so a page stays in the tens of megabytes. */
const DOCUMENTS_PER_PAGE = 200;

/** Keys from `from` (inclusive) to `to` (exclusive; none: to the end). */
export interface Stretch {
  readonly from: string;
  readonly to?: string;
}

export async function* documentsIn<F extends JsonObject>(
  reader: ReadModelReader,
  collection: TypedCollection<F>,
  stretch: Stretch,
): AsyncGenerator<{ readonly document: KeyedDocument; readonly fields: F }> {
  for await (const document of everyDocument(reader, collection.name, {
    ...stretch,
    limit: DOCUMENTS_PER_PAGE,
  }))
    yield { document, fields: collection.fields(document) };
}

type PackFields = JsonObject & {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
};

/**
 * The packs that are served: their attempt is the one that the chunk's record names. Packs and chunks have
 * the same order of job and chunk, so both are read in parallel.
 */
export async function* servedPacks<F extends PackFields>(
  reader: ReadModelReader,
  packs: TypedCollection<F>,
  stretch: Stretch,
): AsyncGenerator<{ readonly document: KeyedDocument; readonly fields: F }> {
  const chunks = documentsIn(reader, RESULT_CHUNKS, stretch);
  let chunk: { key: string; fields: ResultChunkDocument } | undefined;
  for await (const pack of documentsIn(reader, packs, stretch)) {
    const key = resultChunkKey(pack.fields.job_id, pack.fields.chunk);
    while (chunk === undefined || chunk.key < key) {
      const next = await chunks.next();
      if (next.done === true) return;
      chunk = { key: next.value.document.key, fields: next.value.fields };
    }
    if (chunk.key === key && chunk.fields.attempt === pack.fields.attempt) yield pack;
  }
}
