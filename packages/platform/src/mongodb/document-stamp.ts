/** The stamp of a database: one document in its own collection, for all stores in that database. */
import type { Db } from 'mongodb';
import { LOG_START, type Position } from '../event-store/event-store.js';
import { LANE_RANGE, positionOfCheckpoint } from '../projector/lane-checkpoint.js';
import { CHECKPOINTS, type StoredCheckpoint } from '../read-models/mongodb/checkpoints.js';
import type { Stamp, StampPlace } from '../stores/stamp.js';
import { DUPLICATE_KEY, serverCode } from './errors.js';

const ID = 'stamp';
const SAFE = { readConcern: { level: 'majority' }, writeConcern: { w: 'majority', j: true } } as const;

export class DocumentStamp implements StampPlace {
  readonly name = 'MONGODB_URL';

  constructor(private readonly database: Db) {}

  async read(): Promise<Stamp | null> {
    return this.stamps.findOne({ _id: ID });
  }

  async begin({ log, least }: Stamp): Promise<boolean> {
    try {
      await this.stamps.insertOne({ _id: ID, log, least });
      return true;
    } catch (error) {
      if (serverCode(error) === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  async reach(): Promise<Position> {
    const lanes = { _id: { $gte: LANE_RANGE.from, $lt: LANE_RANGE.to } };
    const farthest = await this.database
      .collection<StoredCheckpoint>(CHECKPOINTS)
      .findOne(lanes, { sort: { position: -1 } });
    const { _id, position } = farthest ?? {};
    return _id === undefined || position === undefined ? LOG_START : positionOfCheckpoint(_id, position);
  }

  private get stamps() {
    return this.database.collection<Stamp & { readonly _id: string }>('stamp', SAFE);
  }
}
