/**
 * One logical session: the number that it has come to, what it remembers of the write or the transaction that
 * has this number (specifications "Retryable Writes", "Driver Transactions").
 */
import type { Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import type { Store } from '../store/store.js';
import { Transaction } from '../store/transaction.js';

type State =
  | { readonly status: 'fresh' }
  /** Statements of a retryable write, with what each was answered. */
  | { readonly status: 'writing'; readonly answers: Map<number, Doc> }
  | { readonly status: 'open'; readonly transaction: Transaction; readonly expiry: NodeJS.Timeout }
  | { readonly status: 'committed' }
  | { readonly status: 'aborted' };

export class Session {
  private number = -1;
  private state: State = { status: 'fresh' };

  constructor(
    readonly id: string,
    private readonly store: Store,
    private readonly lifetimeMs: () => number,
  ) {}

  /**
   * The memory of a retryable write.
   * @throws ServerError 225 where the session has come further
   */
  write(number: number): Map<number, Doc> {
    this.mustNotBePast(number);
    if (number === this.number && this.state.status === 'writing') return this.state.answers;
    if (number === this.number) {
      throw new ServerError(217, `Transaction ${number} of this session is no retryable write`);
    }
    const answers = new Map<number, Doc>();
    this.become(number, { status: 'writing', answers });
    return answers;
  }

  /** @throws ServerError 225, or 117 where this number was begun already */
  begin(number: number): Transaction {
    this.mustNotBePast(number);
    if (number === this.number) {
      throw new ServerError(
        117,
        `Cannot start a transaction at given transaction number ${number} a transaction with the same number is in state ${this.state.status}`,
      );
    }
    const transaction = new Transaction(this.store);
    const expiry = setTimeout(() => this.expire(transaction), this.lifetimeMs());
    expiry.unref();
    this.become(number, { status: 'open', transaction, expiry });
    return transaction;
  }

  /** @throws ServerError 251, 256, 225 */
  resume(number: number): Transaction {
    this.mustBeAt(number);
    if (this.state.status === 'open') return this.state.transaction;
    if (this.state.status === 'committed') {
      throw new ServerError(256, `Transaction with { txnNumber: ${number} } has been committed.`);
    }
    throw aborted(number);
  }

  /** Twice is once. */
  commit(number: number): void {
    this.mustBeAt(number);
    if (this.state.status === 'committed') return;
    if (this.state.status !== 'open') throw aborted(number);
    const { transaction } = this.state;
    const write = { number, committed: true };
    transaction.commit(transaction.hasWritten ? [{ do: 'remember', session: this.id, write }] : []);
    this.become(number, { status: 'committed' });
  }

  abort(number: number): void {
    this.mustBeAt(number);
    if (this.state.status === 'committed') {
      throw new ServerError(256, `Transaction with { txnNumber: ${number} } has been committed.`);
    }
    if (this.state.status !== 'open') throw aborted(number);
    this.abortOpen();
  }

  /** Whatever it was doing is over: it ended, failed, or the server went away. */
  abortOpen(): void {
    if (this.state.status === 'open') this.become(this.number, { status: 'aborted' });
  }

  /** What it was answered, before the server died. */
  recall(write: Doc): void {
    const number = Number(write.number);
    if (write.committed === true) return this.become(number, { status: 'committed' });
    const answers =
      this.state.status === 'writing' && this.number === number ? this.state.answers : new Map<number, Doc>();
    answers.set(Number(write.statement), write.answer as Doc);
    this.become(number, { status: 'writing', answers });
  }

  private expire(transaction: Transaction): void {
    if (this.state.status === 'open' && this.state.transaction === transaction) this.abortOpen();
  }

  private become(number: number, state: State): void {
    if (this.state.status === 'open') {
      clearTimeout(this.state.expiry);
      this.state.transaction.abort();
    }
    this.number = number;
    this.state = state;
  }

  private mustNotBePast(number: number): void {
    if (number < this.number) {
      throw new ServerError(
        225,
        `Cannot start transaction ${number} on session ${this.id} because a newer transaction ${this.number} has already started.`,
      );
    }
  }

  private mustBeAt(number: number): void {
    this.mustNotBePast(number);
    const isTransaction = this.state.status !== 'fresh' && this.state.status !== 'writing';
    if (number > this.number || !isTransaction) {
      throw new ServerError(
        251,
        `Given transaction number ${number} does not match any in-progress transactions. The active transaction number is ${this.number}`,
      );
    }
  }
}

const aborted = (number: number): ServerError =>
  new ServerError(251, `Transaction with { txnNumber: ${number} } has been aborted.`);
