/**
 * The account's signed statements, held against what the customer has. The checker is that of the command
 * line and the console. It is loaded at the first use.
 */
import type {
  CheckedReceipts,
  NamedBytes,
  Synced,
  SyncOptions,
} from '../../statement-check/src/watch/options.js';
import type { Folder, Service } from '../../statement-check/src/watch/ports.js';
import { CompanyDataError } from './errors.js';
import type { CallOptions, Http } from './http.js';
import { fieldsOf, isCount, unexpected } from './shape.js';
import { StatementsError } from './statements-error.js';
import type { Whoami } from './types.js';

export type { CheckedReceipts, Folder, NamedBytes, Synced, SyncOptions };

const watching = async () => ({
  ...(await import('../../statement-check/src/watch/sync.js')),
  ...(await import('../../statement-check/src/watch/faults.js')),
});

export class Statements {
  constructor(private readonly http: Http) {}

  /**
   * Keeps all statements in a folder, and compares them with what was kept before, with the log of heads and
   * with what you have yourself. Free.
   * @param folder `folderAt` of the entry for Node, or one of your own
   * @throws StatementsError at the first fault, and ApiErrors
   */
  sync(folder: Folder, options: SyncOptions = {}, calls: CallOptions = {}): Promise<Synced> {
    return checked(({ syncStatements }) => syncStatements(folder, serviceOf(this.http, calls), options));
  }
}

export class Receipts {
  constructor(private readonly http: Http) {}

  /**
   * Proves each receipt of a file that is two hours old, and keeps the log of heads in the folder.
   * @throws StatementsError where one has no proof, and ApiErrors
   */
  check(file: NamedBytes, folder: Folder, calls: CallOptions = {}): Promise<CheckedReceipts> {
    return checked(({ proveReceipts }) => proveReceipts(folder, serviceOf(this.http, calls), file));
  }
}

const serviceOf = (http: Http, calls: CallOptions): Service => ({
  get: (path, how) => http.bytes(path, how, calls),
  async account() {
    const { body } = await http.call<Whoami>('/whoami', {}, calls);
    const id: unknown = fieldsOf(fieldsOf(body)['account'])['id'];
    if (!isCount(id, 1)) throw unexpected("a key without its account's id");
    return id;
  },
  pause: (milliseconds) => http.pause(milliseconds, calls.signal),
  now: Date.now,
});

type Watching = Awaited<ReturnType<typeof watching>>;

async function checked<T>(work: (watch: Watching) => Promise<T>): Promise<T> {
  const watch = await watching();
  try {
    return await work(watch);
  } catch (error) {
    if (error instanceof watch.SyncFault)
      throw new StatementsError(error.code, error.sentence, error.where, error.lost);
    if (error instanceof watch.WrongInputError) throw new CompanyDataError(error.code, error.message);
    throw error;
  }
}
