/**
 * The log that a bench wrote into a data directory, noted beside it: for the next run, and for processes that
 * measure it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WrittenLog } from './valid-log.js';

const noteIn = (dataDir: string): string => join(dataDir, 'written-log.json');

export const hasWrittenLog = (dataDir: string): boolean => existsSync(noteIn(dataDir));

export const writtenLog = (dataDir: string): WrittenLog =>
  JSON.parse(readFileSync(noteIn(dataDir), 'utf8')) as WrittenLog;

export const noteLog = (dataDir: string, log: WrittenLog): void =>
  writeFileSync(noteIn(dataDir), JSON.stringify(log));
