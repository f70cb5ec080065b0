/**
 * The log in a file, for stand-ins that are processes of their own and get killed: one line for each write,
 * with all its records, so that a line that was cut short is a write that never was.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { LogRecord } from './log-record.js';
import { StandInLog } from './stand-in-log.js';

/** A log and what becomes of it when its server goes. */
export interface KeptLog {
  readonly log: StandInLog;
  close(): void;
  erase(): void;
  reopen(): KeptLog;
}

type Line = readonly (readonly [
  stream: string,
  revision: string,
  position: string,
  created: number,
  id: string,
  type: string,
  isJson: boolean,
  data: string,
  metadata: string,
])[];

export function keepInFile(file: string): KeptLog {
  const lines = wholeLines(file);
  const descriptor = openSync(file, 'a');
  const log = new StandInLog((written) => {
    writeSync(descriptor, `${JSON.stringify(written.map(fields))}\n`);
  });
  for (const line of lines) log.load((JSON.parse(line) as Line).map(record));
  log.forgetIds();
  return {
    log,
    close: () => closeSync(descriptor),
    erase: () => rmSync(file, { force: true }),
    reopen: () => keepInFile(file),
  };
}

function wholeLines(file: string): string[] {
  if (!existsSync(file)) appendFileSync(file, '');
  const text = readFileSync(file, 'utf8');
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) writeFileSync(file, text.slice(0, end));
  return text
    .slice(0, end)
    .split('\n')
    .filter((line) => line !== '');
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

const fields = (it: LogRecord): Line[number] => [
  it.stream,
  String(it.revision),
  String(it.position),
  it.created,
  it.id,
  it.type,
  it.isJson,
  base64(it.data),
  base64(it.metadata),
];

const record = ([
  stream,
  revision,
  position,
  created,
  id,
  type,
  isJson,
  data,
  metadata,
]: Line[number]): LogRecord => ({
  stream,
  revision: BigInt(revision),
  position: BigInt(position),
  created,
  id,
  type,
  isJson,
  data: bytes(data),
  metadata: bytes(metadata),
});
