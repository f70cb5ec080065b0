/** Structured logs: one JSON object a line, on stdout, never with a secret. */
import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { UnfitStoreError } from '../event-store/event-store.js';
import { safeJson } from '../../../words/src/text/safe-text.js';
import { redact } from './redact.js';
import { traceIdsNow } from './tracing.js';

export type { Logger } from 'pino';

/** The line feed at a line's end is no part of its JSON. */
const safe = (line: string): string => `${safeJson(redact(line.trimEnd()))}\n`;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STDOUT = 1;
/** Bytes of lines that wait for a disk that is full. */
const MAX_WAITING_BYTES = 262_144;

let dropped = 0;

/** Lines of this thread's loggers that were dropped since it began. */
export const droppedLines = (): number => dropped;

/**
 * Writes lines in order. While writing fails, as on a full disk, lines wait for the next write. Lines that
 * find no room are dropped and counted: a log that can't be written ends no work.
 */
export function logFile(fd: number): DestinationStream {
  const file = pino.destination({ fd, sync: true, maxLength: MAX_WAITING_BYTES });
  file.on('error', () => undefined);
  file.on('drop', () => (dropped += 1));
  return file;
}

const told = new WeakSet<UnfitStoreError>();

/** Leaves out a line of an error that waiting doesn't end, where a line of this thread has told it. */
function onceOfTheUnfit(this: Logger, words: Parameters<LogFn>, method: LogFn): void {
  const [fields] = words as readonly unknown[];
  const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
  if (error instanceof UnfitStoreError) {
    if (told.has(error)) return;
    told.add(error);
  }
  method.apply(this, words);
}

export function createLogger(
  settings: { readonly logLevel: LogLevel },
  destination: DestinationStream = logFile(STDOUT),
): Logger {
  const options = {
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceIdsNow,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: safe, logMethod: onceOfTheUnfit },
  };
  return pino(options, destination);
}

type NestWords = readonly unknown[];

/** Writes Nest's own messages as our lines. Messages at start are for debugging only. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, ...words: NestWords): void => this.write('debug', message, words);
  debug = (message: unknown, ...words: NestWords): void => this.write('debug', message, words);
  verbose = (message: unknown, ...words: NestWords): void => this.write('trace', message, words);
  warn = (message: unknown, ...words: NestWords): void => this.write('warn', message, words);
  error = (message: unknown, ...words: NestWords): void => this.write('error', message, words);
  fatal = (message: unknown, ...words: NestWords): void => this.write('fatal', message, words);

  private write(
    level: 'trace' | 'debug' | 'warn' | 'error' | 'fatal',
    message: unknown,
    words: NestWords,
  ): void {
    const context = words.at(-1);
    const fields = typeof context === 'string' ? { context } : {};
    if (message instanceof Error) this.logger[level]({ ...fields, err: message }, message.message);
    else this.logger[level](fields, typeof message === 'string' ? message : JSON.stringify(message));
  }
}
