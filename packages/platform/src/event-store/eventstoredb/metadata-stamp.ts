/** The stamp of a log on a server, in a stream's metadata: no reader of events, no export sees it. */
import { AccessDeniedError, BACKWARDS, END, NO_STREAM, jsonEvent } from '@eventstore/db-client';
import type { EventStoreDBClient, JSONEventType } from '@eventstore/db-client';
import type { LogStamp, Stamp } from '../../stores/stamp.js';
import { UnfitStoreError, type Position } from '../event-store.js';
import type { Unadmitted } from './connection.js';
import { troubleOf } from './errors.js';
import { headOfLog } from './log-reads.js';

const notAllowed = (stream: string): UnfitStoreError =>
  new UnfitStoreError(
    `EVENT_STORE_URL: its user may not read and write the metadata of the stream ${stream}, which says whose the log is: give it $mr and $mw there, as docs/operations.md has it`,
  );

/** Other metadata of the stream, such as an access list, stay as they are. */
interface StampMetadata extends Partial<Stamp> {
  readonly [other: string]: unknown;
}

interface Found {
  readonly metadata: StampMetadata;
  readonly revision: bigint | typeof NO_STREAM;
}

export class MetadataStamp implements LogStamp {
  readonly name = 'EVENT_STORE_URL';

  constructor(
    private readonly connection: Unadmitted,
    private readonly stallMs: number,
    readonly stream: string,
  ) {}

  async read(): Promise<Stamp | null> {
    const { log, least } = (await this.found()).metadata;
    return log === undefined || least === undefined ? null : { log, least };
  }

  async begin(stamp: Stamp): Promise<boolean> {
    const found = await this.found();
    return found.metadata.log === undefined && this.write(found, stamp);
  }

  async raise(least: number): Promise<void> {
    let found: Found;
    do found = await this.found();
    while ((found.metadata.least ?? 0) < least && !(await this.write(found, { least })));
  }

  reach(): Promise<Position> {
    return headOfLog(this.connection, this.stallMs);
  }

  /** False where somebody else wrote since the metadata were found. */
  private async write({ metadata, revision }: Found, changed: Partial<Stamp>): Promise<boolean> {
    try {
      const event = jsonEvent({ type: '$metadata', data: { ...metadata, ...changed } });
      const options = { ...this.connection.call, expectedRevision: revision };
      await this.allowed((client) => client.appendToStream(`$$${this.stream}`, event, options));
      return true;
    } catch (error) {
      // Also reached where a try before wrote the stamp and its answer was lost.
      if (troubleOf(error) === 'wrong_expected_version') return false;
      throw error;
    }
  }

  private async found(): Promise<Found> {
    const last = { ...this.connection.call, direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
    try {
      return await this.allowed(async (client) => {
        let found = NOTHING;
        // Read to its end: a stream of the client that is left earlier never ends.
        for await (const { event } of client.readStream<MetadataEvent>(`$$${this.stream}`, last))
          if (event !== undefined) found = { metadata: event.data, revision: event.revision };
        return found;
      });
    } catch (error) {
      if (troubleOf(error) === 'stream_not_found') return NOTHING;
      throw error;
    }
  }

  /** A missing right is no trouble that waiting could end. */
  private async allowed<T>(call: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    try {
      return await this.connection.read(call);
    } catch (error) {
      const isDenied =
        error instanceof Error &&
        !(error instanceof UnfitStoreError) &&
        error.cause instanceof AccessDeniedError;
      throw isDenied ? notAllowed(this.stream) : error;
    }
  }
}

const NOTHING: Found = { metadata: {}, revision: NO_STREAM };

type MetadataEvent = JSONEventType<'$metadata', StampMetadata>;
