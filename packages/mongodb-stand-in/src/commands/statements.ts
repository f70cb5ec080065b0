/**
 * Statements of a write command, one after the other: each is done wholly or not at all, waits for a
 * transaction that holds what it wants, and is remembered where the command may be sent again.
 */
import type { Reply } from '../bson/reply-bytes.js';
import type { Doc } from '../bson/values.js';
import { BrokenOff, ServerError, WriteConflict } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Call } from './command.js';

export interface Statement {
  /** What it did: numbers that are added up, and what was upserted. */
  readonly n: number;
  readonly nModified?: number;
  readonly upserted?: unknown;
}

interface Outcome {
  n: number;
  nModified: number;
  readonly upserted: Doc[];
  readonly writeErrors: Doc[];
  readonly retried: number[];
}

/** Conflicts, in a transaction; what the catalogue has changed; no more time. */
const ENDS_THE_COMMAND = new Set([112, 246, 50]);

/** @throws ServerError where the command as a whole fails, WriteConflict in a transaction */
export async function runStatements(
  call: Call,
  count: number,
  run: (at: number) => Statement,
): Promise<Outcome> {
  if (count === 0 || count > LIMITS.operations) {
    throw new ServerError(
      16,
      `Write batch sizes must be between 1 and ${LIMITS.operations}. Got ${count} operations.`,
    );
  }
  const outcome: Outcome = { n: 0, nModified: 0, upserted: [], writeErrors: [], retried: [] };
  for (let at = 0; at < count; at += 1) {
    try {
      for (let holder = once(call, at, run, outcome); holder !== undefined;) {
        await waited(call, holder);
        holder = once(call, at, run, outcome);
      }
    } catch (error) {
      if (!(error instanceof ServerError) || ENDS_THE_COMMAND.has(error.code)) throw error;
      outcome.writeErrors.push(writeError(at, error));
      if (call.part.transaction !== undefined) call.part.session?.abortOpen();
      if (call.part.transaction !== undefined || call.body.ordered !== false) break;
    }
  }
  return outcome;
}

const writeError = (index: number, { code, message, detail }: ServerError): Doc => ({
  index,
  code,
  errmsg: message,
  ...detail,
});

/** @returns what to wait for, where somebody else's transaction is in the way */
function once(
  call: Call,
  at: number,
  run: (at: number) => Statement,
  outcome: Outcome,
): Promise<void> | undefined {
  const { answers, session } = call.part;
  const id = statementId(call.body, at);
  const remembered = answers?.get(id);
  if (remembered !== undefined) {
    outcome.retried.push(id);
    add(outcome, at, remembered as unknown as Statement);
    return undefined;
  }
  const fault = answers === undefined ? undefined : call.server.misbehaviour.takeStatement();
  if (fault === 'break before') throw new BrokenOff();
  const done = attempt(call, () => run(at));
  if (done instanceof Promise) return done;
  if (answers !== undefined && session !== undefined) remember(call, session.id, id, { ...done });
  if (fault === 'break after') throw new BrokenOff();
  add(outcome, at, done);
  return undefined;
}

/** Does it, or says what must end before; in a transaction the second to write loses at once. */
function attempt<T>(call: Call, run: () => T): T | Promise<void> {
  try {
    return run();
  } catch (error) {
    const holder = error instanceof WriteConflict ? error.holderEnded : undefined;
    if (holder === undefined || call.part.transaction !== undefined) throw error;
    call.server.store.flush();
    return holder;
  }
}

/** The same, waiting as often as it takes. */
export async function patiently<T>(call: Call, run: () => T): Promise<T> {
  for (;;) {
    const done = attempt(call, run);
    if (!(done instanceof Promise)) return done;
    await waited(call, done);
  }
}

/** @throws ServerError 50 where that takes longer than the command may */
async function waited({ body }: Call, holder: Promise<void>): Promise<void> {
  const { maxTimeMS } = body;
  if (typeof maxTimeMS !== 'number' || maxTimeMS === 0) return holder;
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<true>((resolve) => (timer = setTimeout(resolve, maxTimeMS, true)));
  const late = await Promise.race([holder, isOver]);
  clearTimeout(timer);
  if (late === true) throw new ServerError(50, 'operation exceeded time limit');
}

export function remember({ server, part }: Call, session: string, statement: number, answer: Doc): void {
  part.answers?.set(statement, answer);
  server.store.make([{ do: 'remember', session, write: { number: part.number, statement, answer } }]);
}

export function statementId(body: Doc, at: number): number {
  if (Array.isArray(body.stmtIds)) return Number(body.stmtIds[at]);
  return (typeof body.stmtId === 'number' ? body.stmtId : 0) + at;
}

function add(outcome: Outcome, index: number, { n, nModified = 0, upserted }: Statement): void {
  outcome.n += n;
  outcome.nModified += nModified;
  if (upserted !== undefined) outcome.upserted.push({ index, _id: upserted });
}

export const outcomeReply = (outcome: Outcome, isUpdate = false): Reply => ({
  fields: {
    n: outcome.n,
    ...(isUpdate && { nModified: outcome.nModified }),
    ...(outcome.upserted.length > 0 && { upserted: outcome.upserted }),
    ...(outcome.writeErrors.length > 0 && { writeErrors: outcome.writeErrors }),
    ...(outcome.retried.length > 0 && { retriedStmtIds: outcome.retried }),
    ok: 1,
  },
});
