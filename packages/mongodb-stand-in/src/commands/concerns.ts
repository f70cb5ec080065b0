/** Read and write concerns: what they may be, and what the server says of those that it can't keep. */
import { isDoc, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';

const READ_LEVELS = new Set(['local', 'available', 'majority', 'linearizable', 'snapshot']);
const IN_TRANSACTIONS = new Set(['local', 'majority', 'snapshot']);
const OF_SNAPSHOTS = new Set(['find', 'aggregate', 'distinct']);
/** Of a cursor that is open the concern is that of its first command. */
const HAVE_THEIR_OWN = new Set(['getMore', 'killCursors']);
const ENDS = new Set(['commitTransaction', 'abortTransaction']);

/** @throws ServerError */
export function checkConcerns(command: string, body: Doc): void {
  const inTransaction = body.autocommit === false;
  if (inTransaction && !ENDS.has(command) && body.writeConcern !== undefined) {
    throw new ServerError(72, 'writeConcern is not allowed within a multi-statement transaction');
  }
  checkReadConcern(command, body, inTransaction);
}

function checkReadConcern(command: string, body: Doc, inTransaction: boolean): void {
  const concern = body.readConcern;
  if (concern === undefined || HAVE_THEIR_OWN.has(command)) return;
  if (inTransaction && body.startTransaction !== true) {
    throw new ServerError(72, 'Only the first command in a transaction may specify a readConcern');
  }
  const level = isDoc(concern) ? (concern.level ?? 'local') : undefined;
  if (typeof level !== 'string' || !READ_LEVELS.has(level)) {
    throw new ServerError(9, 'Either level is required or it is not one of the levels that there are');
  }
  if (inTransaction && !IN_TRANSACTIONS.has(level)) {
    throw new ServerError(
      72,
      `The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction`,
    );
  }
  if (!inTransaction && level === 'snapshot' && !OF_SNAPSHOTS.has(command)) {
    throw new ServerError(72, `readConcern level snapshot is not allowed for ${command}`);
  }
}

/** @returns what is amiss with how many members have it, once it is written: there is one member */
export function writeConcernError(body: Doc): Doc | undefined {
  const concern = body.writeConcern;
  if (!isDoc(concern)) return undefined;
  const { w } = concern;
  if (typeof w === 'number' && w > 1) {
    return { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'Not enough data-bearing nodes' };
  }
  if (typeof w === 'string' && w !== 'majority') {
    return {
      code: 79,
      codeName: 'UnknownReplWriteConcern',
      errmsg: `No write concern mode named '${w}' found in replica set configuration`,
    };
  }
  return undefined;
}
