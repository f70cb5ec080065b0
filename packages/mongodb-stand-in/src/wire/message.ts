/**
 * Messages of the wire protocol (specification "OP_MSG"; documentation "MongoDB Wire Protocol"): OP_MSG both
 * ways, and OP_QUERY, by which a driver that doesn't know the server yet says hello.
 */
import { readPlain, type Doc } from '../bson/values.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

export const HEADER = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;
/** The lower half of the flags must be understood; the upper may be ignored. */
const UNKNOWN_FLAGS = 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME);

export interface Request {
  readonly id: number;
  readonly isLegacy: boolean;
  readonly database: string;
  readonly body: Doc;
  /** The same with the types of its numbers: read again by whoever needs them. */
  readonly bodyBytes: Uint8Array;
  /** Lists of documents that came beside the body, by the field that they stand for. */
  readonly sequences: ReadonlyMap<string, readonly Uint8Array[]>;
  /** No answer is wanted. */
  readonly moreToCome: boolean;
  readonly exhaustAllowed: boolean;
}

/** @throws Error where the bytes are no message */
export function parseRequest(message: Buffer): Request {
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return parseMsg(message);
  if (opCode === OP_QUERY) return parseQuery(message);
  throw new Error(`messages of kind ${opCode} are unknown`);
}

function parseMsg(message: Buffer): Request {
  const flags = message.readUInt32LE(HEADER);
  if ((flags & UNKNOWN_FLAGS) !== 0) throw new Error(`unknown flags ${flags}`);
  const end = message.length - ((flags & CHECKSUM_PRESENT) === 0 ? 0 : 4);
  const sequences = new Map<string, readonly Uint8Array[]>();
  let bodyBytes: Uint8Array | undefined;
  for (let at = HEADER + 4; at < end;) {
    const kind = message.readUInt8(at);
    const length = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + length);
    if (kind === 0) bodyBytes = section;
    else if (kind === 1) addSequence(sequences, section);
    else throw new Error(`sections of kind ${kind} are unknown`);
    at += 1 + length;
  }
  if (bodyBytes === undefined) throw new Error('a message without a body');
  const body = readPlain(bodyBytes);
  return {
    id: message.readInt32LE(4),
    isLegacy: false,
    database: typeof body.$db === 'string' ? body.$db : '',
    body,
    bodyBytes,
    sequences,
    moreToCome: (flags & MORE_TO_COME) !== 0,
    exhaustAllowed: (flags & EXHAUST_ALLOWED) !== 0,
  };
}

function addSequence(sequences: Map<string, readonly Uint8Array[]>, section: Buffer): void {
  const nameEnd = section.indexOf(0, 4);
  const documents: Uint8Array[] = [];
  for (let at = nameEnd + 1; at < section.length;) {
    const length = section.readInt32LE(at);
    documents.push(section.subarray(at, at + length));
    at += length;
  }
  sequences.set(section.toString('utf8', 4, nameEnd), documents);
}

function parseQuery(message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER + 4);
  const namespace = message.toString('utf8', HEADER + 4, nameEnd);
  const bodyBytes = message.subarray(nameEnd + 9);
  return {
    id: message.readInt32LE(4),
    isLegacy: true,
    database: namespace.replace(/\.\$cmd$/, ''),
    body: readPlain(bodyBytes),
    bodyBytes,
    sequences: new Map(),
    moreToCome: false,
    exhaustAllowed: false,
  };
}

let lastId = 0;

function header(length: number, responseTo: number, opCode: number): Buffer {
  const bytes = Buffer.alloc(HEADER);
  lastId = (lastId + 1) & 0x7fffffff;
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(lastId, 4);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(opCode, 12);
  return bytes;
}

/** @param moreToCome another answer follows without having been asked for */
export function msgReply(responseTo: number, body: readonly Uint8Array[], moreToCome = false): Buffer {
  const flags = Buffer.alloc(5);
  flags.writeUInt32LE(moreToCome ? MORE_TO_COME : 0, 0);
  const length = HEADER + 5 + body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([header(length, responseTo, OP_MSG), flags, ...body], length);
}

/** To OP_QUERY. */
export function legacyReply(responseTo: number, body: readonly Uint8Array[]): Buffer {
  const fields = Buffer.alloc(20);
  fields.writeInt32LE(8, 0); // await capable
  fields.writeInt32LE(1, 16); // one document
  const length = HEADER + 20 + body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([header(length, responseTo, OP_REPLY), fields, ...body], length);
}
