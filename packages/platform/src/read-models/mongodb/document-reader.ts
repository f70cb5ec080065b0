/** Reads documents: those committed now, or those of a session's moment. */
import type { ClientSession, Db, Filter } from 'mongodb';
import type { Position } from '../../event-store/event-store.js';
import { allOf } from '../../mongodb/all-of.js';
import { BAD_VALUE, serverCode } from '../../mongodb/errors.js';
import { checkSelection } from '../check-document.js';
import type { KeyedDocument, RangeQuery, ReadModelReader, Selected, Selection } from '../read-models.js';
import type { Collections } from './collections.js';
import { CHECKPOINTS, type StoredCheckpoint } from './checkpoints.js';
import { boundedFind, selectedFind, type BoundedFind } from './index-bounds.js';
import { READ_FIELDS, keyedDocument, type StoredDocument } from './stored-document.js';

const DEFAULT_LIMIT = 1_000;

/** Runs one read in the right session; may run it again. */
export type RunRead = <T>(read: (database: Db, session: ClientSession) => Promise<T>) => Promise<T>;

export class DocumentReader implements ReadModelReader {
  constructor(
    protected readonly collections: Collections,
    private readonly run: RunRead,
  ) {}

  async get(collection: string, key: string): Promise<KeyedDocument | undefined> {
    const found = await this.run((database, session) =>
      database
        .collection<StoredDocument>(collection)
        .findOne({ _id: key }, { projection: READ_FIELDS, session }),
    );
    return found === null ? undefined : keyedDocument(found);
  }

  async getMany(collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]> {
    if (keys.length === 0) return [];
    const wanted = [...new Set(keys)];
    const found = await this.find(collection, { filter: { _id: { $in: wanted } } }, wanted.length);
    const byKey = new Map(found.map((document) => [document._id, document]));
    return keys.flatMap((key) => {
      const document = byKey.get(key);
      return document === undefined ? [] : [keyedDocument(document)];
    });
  }

  async range(collection: string, query: RangeQuery): Promise<readonly KeyedDocument[]> {
    const { index, limit = DEFAULT_LIMIT } = query;
    for (let tries = 0; ; tries++) {
      const fields = await this.collections.indexFields(collection, index);
      // Values without an index are a mistake, also where there is nothing to read.
      const bounded = boundedFind(fields ?? [], fields === undefined ? {} : query);
      if (fields === undefined || bounded === undefined) return [];
      try {
        return (await this.find(collection, bounded, limit)).map(keyedDocument);
      } catch (error) {
        // The remembered index is gone: the collection was dropped, and perhaps declared anew.
        if (serverCode(error) !== BAD_VALUE || tries > 0) throw error;
        this.collections.forget(collection);
      }
    }
  }

  async select(collection: string, selection: Selection): Promise<Selected> {
    const fields = await this.collections.indexFields(collection, selection.index);
    if (fields === undefined) return { documents: [], total: 0 };
    checkSelection(fields, selection);
    const { filter, hint, sort } = selectedFind(fields, selection);
    return this.run(async (database, session) => {
      const documents = database.collection<StoredDocument>(collection);
      const { skip, limit, isCounted = true } = selection;
      const page = await allOf(
        documents.find(filter, { hint, sort, skip, ...readAtOnce(limit), session }),
        limit,
      );
      const total = isCounted ? await documents.countDocuments(filter, { hint, session }) : null;
      return { documents: page.map(keyedDocument), total };
    });
  }

  async checkpoint(name: string): Promise<Position | null> {
    const found = await this.run((database, session) =>
      database.collection<StoredCheckpoint>(CHECKPOINTS).findOne({ _id: name }, { session }),
    );
    return found?.position ?? null;
  }

  async checkpoints(prefix: string): Promise<ReadonlyMap<string, Position>> {
    const found = await this.run((database, session) =>
      allOf(
        database
          .collection<StoredCheckpoint>(CHECKPOINTS)
          .find({ _id: { $gte: prefix } }, { session })
          .sort({ _id: 1 }),
      ),
    );
    return new Map(
      found.flatMap(({ _id, position }) =>
        position !== undefined && _id.startsWith(prefix) ? [[_id, position] as const] : [],
      ),
    );
  }

  private find(
    collection: string,
    { filter, options }: { filter: Filter<StoredDocument>; options?: BoundedFind['options'] },
    limit: number,
  ): Promise<StoredDocument[]> {
    return this.run((database, session) => {
      const documents = database.collection<StoredDocument>(collection);
      return allOf(documents.find(filter, { ...options, ...readAtOnce(limit), session }), limit);
    });
  }
}

/** In one answer where it fits (the server ends an answer at 16 MB). */
const readAtOnce = (limit: number) => ({ limit, batchSize: limit, projection: READ_FIELDS });
