/**
 * The stamp of a log on a server: the metadata of a stream that holds no event. It stands beside the log: no reader of
 * events sees it, and it isn't moved with them.
 */
import { NO_STREAM } from '@eventstore/db-client';
import type { Stamp, StampPlace } from '../../stores/stamp.js';
import type { Position } from '../event-store.js';
import type { Unadmitted } from './connection.js';
import { troubleOf } from './errors.js';
import { headOfLog } from './log-reads.js';

const STREAM = 'stamp';

export class MetadataStamp implements StampPlace {
  readonly name = 'EVENT_STORE_URL';

  constructor(
    private readonly connection: Unadmitted,
    private readonly stallMs: number,
  ) {}

  async read(): Promise<Stamp | null> {
    const { metadata } = await this.connection.read((client) =>
      client.getStreamMetadata<StampMetadata>(STREAM, this.connection.call),
    );
    return metadata === undefined ? null : { log: metadata.log, least: metadata.least };
  }

  async begin(stamp: Stamp): Promise<boolean> {
    try {
      await this.connection.read((client) =>
        client.setStreamMetadata<StampMetadata>(
          STREAM,
          { ...stamp },
          { ...this.connection.call, expectedRevision: NO_STREAM },
        ),
      );
      return true;
    } catch (error) {
      // Also where a try before was written and its answer lost.
      if (troubleOf(error) === 'wrong_expected_version') return false;
      throw error;
    }
  }

  reach(): Promise<Position> {
    return headOfLog(this.connection, this.stallMs);
  }
}

type StampMetadata = { log: string; least: number };
