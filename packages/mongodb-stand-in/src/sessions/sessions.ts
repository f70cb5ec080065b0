/** The sessions that the server knows, and what a command says of its own. */
import { bytesOf, isDoc, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import type { Change } from '../store/changes.js';
import type { Store } from '../store/store.js';
import type { Transaction } from '../store/transaction.js';
import { Session } from './session.js';

export interface SessionsOptions {
  readonly store: Store;
  /** A server without a replica set has no transactions and no retryable writes. */
  readonly hasTransactions: () => boolean;
  readonly lifetimeMs: () => number;
}

/** What a command is part of. */
export interface Part {
  readonly session: Session | undefined;
  readonly number: number | undefined;
  readonly transaction: Transaction | undefined;
  /** Of a retryable write: what its statements were answered before. */
  readonly answers: Map<number, Doc> | undefined;
}

const ALONE: Part = { session: undefined, number: undefined, transaction: undefined, answers: undefined };
const RETRYABLE = new Set(['insert', 'update', 'delete', 'findAndModify', 'findandmodify']);

export class Sessions {
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly options: SessionsOptions) {}

  /** @throws ServerError where the fields don't fit each other, or the session has gone on */
  partOf(command: string, body: Doc): Part {
    const session = isDoc(body.lsid) ? this.session(body.lsid) : undefined;
    const number = typeof body.txnNumber === 'number' ? body.txnNumber : undefined;
    if (number === undefined) {
      mustHaveNumber(body);
      return { ...ALONE, session };
    }
    if (session === undefined) {
      throw new ServerError(72, 'Transaction number requires a session ID to also be specified');
    }
    if (!this.options.hasTransactions()) {
      throw new ServerError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
    }
    if (body.autocommit === undefined) return writing(command, session, number);
    if (body.autocommit !== false) {
      throw new ServerError(72, 'autocommit may only be specified as false, not true');
    }
    if (command === 'commitTransaction' || command === 'abortTransaction') {
      return { session, number, transaction: undefined, answers: undefined };
    }
    const transaction = body.startTransaction === true ? session.begin(number) : session.resume(number);
    return { session, number, transaction, answers: undefined };
  }

  end(ids: readonly unknown[]): void {
    for (const id of ids) if (isDoc(id)) this.session(id).abortOpen();
  }

  recall(changes: readonly Change[]): void {
    for (const change of changes)
      if (change.do === 'remember') this.named(change.session).recall(change.write);
  }

  abortAll(): void {
    for (const session of this.sessions.values()) session.abortOpen();
  }

  clear(): void {
    this.abortAll();
    this.sessions.clear();
  }

  private session({ id }: Doc): Session {
    return this.named(Buffer.from(bytesOf(id)).toString('hex'));
  }

  private named(id: string): Session {
    const known = this.sessions.get(id);
    if (known !== undefined) return known;
    const session = new Session(id, this.options.store, this.options.lifetimeMs);
    this.sessions.set(id, session);
    return session;
  }
}

function mustHaveNumber({ autocommit, startTransaction }: Doc): void {
  if (autocommit !== undefined || startTransaction !== undefined) {
    throw new ServerError(72, "'autocommit' field requires a transaction number to also be specified");
  }
}

function writing(command: string, session: Session, number: number): Part {
  if (!RETRYABLE.has(command)) {
    throw new ServerError(
      50768,
      `txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and ${command} is not a retryable write command.`,
    );
  }
  return { session, number, transaction: undefined, answers: session.write(number) };
}
