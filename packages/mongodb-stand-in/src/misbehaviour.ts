/** How the stand-in can be told to misbehave, and what that does to a command. */
import type { Doc } from './bson/values.js';

/** What becomes of a command: whether it is done, and what the client hears of it. */
export type WriteFault =
  | 'drop-before-write'
  | 'drop-after-write'
  | 'stall-before-write'
  | 'stall-after-write';

/** As the server's own fail point `failCommand` has it, and a little more. */
export interface CommandFault {
  /** By name; none: every command but those of the monitor. */
  readonly commands?: readonly string[];
  /** Only those that are part of a transaction. */
  readonly inTransaction?: boolean;
  /** Default: the next one. */
  readonly times?: number;
  /** The command is done all the same, and then this happens. Default: it isn't done. */
  readonly isDone?: boolean;
  readonly error?: {
    readonly code: number;
    readonly message?: string;
    readonly labels?: readonly string[];
    /**
     * Of the first statement of a write, in an answer that else is one, as other servers of the protocol say
     * it.
     */
    readonly ofStatement?: boolean;
  };
  /** The command is done and its answer says that this part of it failed. */
  readonly writeConcernError?: Doc;
  /** Beside what the answer would have. */
  readonly labels?: readonly string[];
  readonly isDropped?: boolean;
  /** No answer ever comes, though the connection lives. */
  readonly isStalled?: boolean;
  readonly delayMs?: number;
  /** Once the command is answered the process stops, as by SIGSTOP, until it gets a SIGCONT. */
  readonly freezes?: boolean;
}

const WRITES = ['insert', 'update', 'delete', 'findAndModify'];
/** Monitors go on, so that the driver keeps thinking that the server is there. */
const MONITOR = new Set(['hello', 'ismaster', 'isMaster', 'configureFailPoint']);

/**
 * Where the connection breaks in a write of several statements (the server's fail point
 * `onPrimaryTransactionalWrite`).
 */
export interface StatementFault {
  /** So many statements go through before. */
  readonly skip?: number;
  /** Default: the next one. */
  readonly times?: number;
  /** Whether the statement itself is done. */
  readonly isDone: boolean;
}

interface Pending {
  readonly fault: CommandFault;
  left: number;
}

export class Misbehaviour {
  private pending: Pending[] = [];
  private statement: { skip: number; times: number; readonly isDone: boolean } | undefined;
  /** New commands get no answer at all, the monitor's neither. */
  isSilent = false;
  /** Each answer goes out so many milliseconds late, but for those to monitors. */
  slowMs = 0;
  /** Fields of commands that are passed over in silence. */
  ignoredFields: ReadonlySet<string> = new Set();

  fail(fault: CommandFault): void {
    this.pending.push({ fault, left: fault.times ?? 1 });
  }

  /** The next so many inserts, updates and deletes. */
  nextWrites(fault: WriteFault, times = 1): void {
    this.next(WRITES, fault, times);
  }

  /** The next so many commits: afterwards the client can't know whether they went through. */
  nextCommits(fault: WriteFault, times = 1): void {
    this.next(['commitTransaction'], fault, times);
  }

  /** In the midst of writes that can be told again: with what is done of them remembered. */
  breakStatements({ skip = 0, times = 1, isDone }: StatementFault): void {
    this.statement = { skip, times, isDone };
  }

  /** Everything that was to go wrong has. */
  get isWellBehaved(): boolean {
    return this.pending.length === 0 && this.statement === undefined;
  }

  clear(): void {
    this.pending = [];
    this.statement = undefined;
    this.isSilent = false;
    this.slowMs = 0;
    this.ignoredFields = new Set();
  }

  /** What is to happen to this statement; told once. */
  takeStatement(): 'break before' | 'break after' | undefined {
    const { statement } = this;
    if (statement === undefined) return undefined;
    if (statement.skip > 0) {
      statement.skip -= 1;
      return undefined;
    }
    statement.times -= 1;
    if (statement.times <= 0) this.statement = undefined;
    return statement.isDone ? 'break after' : 'break before';
  }

  /** What is to happen to this command; told once. */
  take(command: string, isInTransaction: boolean): CommandFault | undefined {
    if (this.pending.length === 0 || MONITOR.has(command)) return undefined;
    const found = this.pending.find(
      ({ fault }) =>
        (fault.commands?.includes(command) ?? true) && (isInTransaction || fault.inTransaction !== true),
    );
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.pending = this.pending.filter((one) => one !== found);
    return found.fault;
  }

  private next(commands: readonly string[], fault: WriteFault, times: number): void {
    this.fail({
      commands,
      times,
      isDone: fault.endsWith('after-write'),
      isDropped: fault.startsWith('drop'),
      isStalled: fault.startsWith('stall'),
    });
  }
}

const timesOf = (mode: unknown): number =>
  typeof mode === 'object' && mode !== null && 'times' in mode
    ? Number(mode.times)
    : Number.POSITIVE_INFINITY;

/** The fail point of statements as a client configures it; nothing where it is switched off. */
export function statementFaultOf(mode: unknown, data: Doc): StatementFault | undefined {
  if (mode === 'off') return undefined;
  const skip = typeof mode === 'object' && mode !== null && 'skip' in mode ? Number(mode.skip) : 0;
  return { skip, times: timesOf(mode), isDone: data.failBeforeCommitExceptionCode === undefined };
}

/** The fail point of commands as a client configures it; nothing where it is switched off. */
export function faultOf(mode: unknown, data: Doc): CommandFault | undefined {
  if (mode === 'off') return undefined;
  const code = typeof data.errorCode === 'number' ? data.errorCode : undefined;
  const labels = Array.isArray(data.errorLabels) ? (data.errorLabels as string[]) : undefined;
  const concern = data.writeConcernError as Doc | undefined;
  return {
    times: timesOf(mode),
    ...(Array.isArray(data.failCommands) && { commands: data.failCommands as string[] }),
    ...(code !== undefined && { error: { code, ...(labels !== undefined && { labels }) } }),
    ...(concern !== undefined && { writeConcernError: concern, ...(labels !== undefined && { labels }) }),
    ...(data.closeConnection === true && { isDropped: true }),
    ...(data.blockConnection === true && { delayMs: Number(data.blockTimeMS) }),
  };
}
