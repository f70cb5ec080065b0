/** Reads filed documents in confined processes. Excess of time or memory ends only that process. */
import { availableParallelism } from 'node:os';
import { ServiceLostError, type Failure } from '../../../../platform/src/threads/calls.js';
import { CutOffPool } from '../../../../platform/src/threads/cut-off-pool.js';
import { inConfinedProcess } from '../../../../platform/src/threads/service-place.js';
import { threadFile } from '../../../../platform/src/threads/thread-file.js';
import { unreadable, type FiledAs, type FiledRecord } from '../read-accounts.js';

/** The deadline of a document, generous for busy machines. `xbrl/limits.ts` takes effect long before. */
const DEADLINE_MS = 60_000;
const IDLE_MS = 60_000;
const HEAP_MB = 200;
const MAX_PROCESSES = 4;

export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly filed: FiledAs;
}

interface ReaderMethods {
  read(request: ReadRequest): FiledRecord;
}

/** Reports a fault of the reader itself. The document counts as unreadable, and reading continues. */
class ReaderFault extends Error {}

const revive = ({ message }: Failure): Error => new ReaderFault(message);

export class AccountsReaders {
  private readonly pool: CutOffPool<ReaderMethods>;

  constructor(readonly size = Math.min(MAX_PROCESSES, availableParallelism())) {
    this.pool = new CutOffPool<ReaderMethods>({
      file: threadFile(__dirname, 'accounts-reader.program'),
      place: inConfinedProcess,
      settings: {},
      name: 'accounts reader',
      revive,
      size,
      heapMb: HEAP_MB,
      deadlineMs: DEADLINE_MS,
      idleMs: IDLE_MS,
    });
  }

  /** @throws ServiceNotStartedError if no process is available, which says nothing about the document */
  async read(bytes: Uint8Array, filed: FiledAs): Promise<FiledRecord> {
    try {
      return await this.pool.call('read', { bytes, filed });
    } catch (problem) {
      if (problem instanceof ServiceLostError) return unreadable(filed, 'too_costly');
      if (problem instanceof ReaderFault) return unreadable(filed, 'reader_failed');
      throw problem;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
