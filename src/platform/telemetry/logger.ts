/** Structured logs: one JSON object a line, on stdout, never with a secret. */
import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { safeJson } from '../../shared/text/safe-text.js';
import { redact } from './redact.js';
import { traceIdsNow } from './tracing.js';

export type { Logger } from 'pino';

/** The line feed at a line's end is no part of its JSON. */
const safe = (line: string): string => `${safeJson(redact(line.trimEnd()))}\n`;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function createLogger(
  settings: { readonly logLevel: LogLevel },
  destination?: DestinationStream,
): Logger {
  const options = {
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceIdsNow,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: safe },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
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
