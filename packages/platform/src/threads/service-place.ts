/** The place of a hosted service as its caller sees it: a thread of this process, or an own process. */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { confinedProcess } from './confined-process.js';
import type { FromThread, ToThread } from './serve.js';

export interface ServicePlace {
  send(message: ToThread, transfer: readonly ArrayBuffer[]): void;
  onMessage(take: (message: FromThread) => void): void;
  /** Told the error; the end follows. */
  onError(take: (error: Error) => void): void;
  /** Called once, with the signal that ended a process. */
  onEnd(take: (signal: NodeJS.Signals | null) => void): void;
  /** Lets it keep this process alive, or not. */
  ref(): void;
  unref(): void;
  /** Ends it without waiting for it. */
  cutOff(): void;
}

export interface PlaceSettings {
  /** The compiled file that serves. */
  readonly file: string;
  /** Plain data for the service's factory. */
  readonly settings: unknown;
  /** Shown by debuggers and in errors. */
  readonly name: string;
  /** The most megabytes of its objects; beyond that the thread or process ends. */
  readonly heapMb?: number;
  /** For a confined process: it runs native code, and threads of its own. */
  readonly native?: boolean;
  /** For a thread: room for new objects. The larger it is, the less often they are scanned. */
  readonly youngMb?: number;
}

/** For a file that calls `serve` or `servePatiently`. */
export function inThread({ file, settings, name, heapMb, youngMb }: PlaceSettings): ServicePlace {
  const resourceLimits = {
    ...(heapMb !== undefined && { maxOldGenerationSizeMb: heapMb }),
    ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
  };
  const worker = new Worker(file, { workerData: settings, name, resourceLimits });
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    onMessage: (take) => void worker.on('message', take),
    onError: (take) => void worker.on('error', take),
    onEnd: (take) => void worker.once('exit', () => take(null)),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    cutOff: () => void worker.terminate(),
  };
}

/** The part of our environment that a process gets: where certificates are, and the time zone. */
const PASSED_ON = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'TZ', 'SYSTEMROOT'] as const;
/** Behind the threads and processes that answer: it gets a third of the share of a busy one of those. */
const PRIORITY = 5;

/** For a file that calls `serveAsProcess`. The process has a lower priority, and ends with this one. */
export function inProcess({ file, settings, heapMb }: PlaceSettings): ServicePlace {
  const child = fork(file, [], {
    serialization: 'advanced',
    env: Object.fromEntries(
      PASSED_ON.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])),
    ),
    execArgv: heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  lower(child.pid);
  return servingIn(child, settings);
}

/** The same for code that reads strangers' bytes (`confinedProcess`), at this process's own priority. */
export const inConfinedProcess = ({ file, settings, heapMb, native }: PlaceSettings): ServicePlace =>
  servingIn(confinedProcess(file, heapMb, native), settings);

function servingIn(child: ChildProcess, settings: unknown): ServicePlace {
  // Sending fails only where the process is ending.
  const send = (message: object): void => void (child.connected && child.send(message, () => undefined));
  send({ kind: 'begin', settings });
  return {
    send,
    onMessage: (take) => void child.on('message', (message) => take(message as FromThread)), // of `serve.ts`
    onError: (take) => void child.on('error', take),
    onEnd: (take) => {
      child.once('exit', (_code, signal) => take(signal));
      // A process that could not be started has no exit.
      if (child.pid === undefined) child.once('error', () => take(null));
    },
    ref: () => {
      child.ref();
      child.channel?.ref();
    },
    unref: () => {
      child.unref();
      child.channel?.unref();
    },
    cutOff: () => void child.kill('SIGKILL'),
  };
}

function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // Not allowed here, or the process has ended. It works all the same.
  }
}
