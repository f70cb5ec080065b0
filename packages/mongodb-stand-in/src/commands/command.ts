/** What a command is to the stand-in, and what it is given when it is called. */
import { serialize } from 'bson';
import type { Reply } from '../bson/reply-bytes.js';
import { isDoc, readExact, type Doc } from '../bson/values.js';
import { badValue, ServerError } from '../errors.js';
import type { ServerContext } from '../server-context.js';
import type { Part } from '../sessions/sessions.js';
import type { Workspace } from '../store/workspace.js';
import type { Request } from '../wire/message.js';

export interface Call {
  readonly server: ServerContext;
  readonly name: string;
  readonly request: Request;
  readonly body: Doc;
  readonly part: Part;
  /** The data, as this call may see them. */
  readonly workspace: Workspace;
}

export interface Command {
  /** Fields of its own; any other is unknown, and fails. */
  readonly fields: readonly string[];
  /** May be part of a transaction. Default: no. */
  readonly inTransactions?: boolean;
  /** Default: neither reads nor writes data, and any server answers it. */
  readonly access?: 'read' | 'write';
  readonly run: (call: Call) => Reply | Promise<Reply>;
}

/** Fields that any command may carry. */
export const COMMON_FIELDS: readonly string[] = [
  '$db',
  '$clusterTime',
  '$readPreference',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'stmtId',
  'stmtIds',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
];

export const ok = (fields: Doc = {}): Reply => ({ fields: { ...fields, ok: 1 } });

/** `database.collection`, of the collection that the command names. */
export function namespaceOf({ name, body, request }: Call, field = name): string {
  const collection = body[field];
  if (typeof collection !== 'string' || collection === '') {
    throw new ServerError(73, `Invalid namespace specified '${request.database}.${String(collection)}'`);
  }
  return `${request.database}.${collection}`;
}

export function docField(body: Doc, field: string): Doc {
  const value = body[field];
  if (value === undefined) return {};
  if (!isDoc(value))
    throw new ServerError(14, `BSON field '${field}' is the wrong type, expected type 'object'`);
  return value;
}

export function countField(body: Doc, field: string): number {
  const value = body[field];
  if (value === undefined) return 0;
  if (typeof value !== 'number' || value < 0) {
    throw badValue(`BSON field '${field}' value must be a number >= 0`);
  }
  return Math.trunc(value);
}

/** A list of documents as bytes, whether it came in the body or beside it. */
export function listOf({ request }: Call, field: string): readonly Uint8Array[] {
  const beside = request.sequences.get(field);
  if (beside !== undefined) return beside;
  const within = readExact(request.bodyBytes)[field];
  if (!Array.isArray(within))
    throw new ServerError(40414, `BSON field '${field}' is missing but a required field`);
  return (within as Doc[]).map((document) => serialize(document));
}
