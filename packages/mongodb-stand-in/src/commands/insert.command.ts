/** `insert`. */
import { ObjectId, serialize } from 'bson';
import { groupOf, isDoc, readExact, readPlain } from '../bson/values.js';
import { badValue, ServerError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { StoredDocument } from '../store/collection-state.js';
import { listOf, namespaceOf, type Command } from './command.js';
import { outcomeReply, runStatements } from './statements.js';

export const insertCommand: Command = {
  fields: ['insert', 'documents', 'ordered', 'bypassDocumentValidation'],
  access: 'write',
  inTransactions: true,
  run: async (call) => {
    const namespace = namespaceOf(call);
    const documents = listOf(call, 'documents');
    const outcome = await runStatements(call, documents.length, (at) => {
      call.workspace.insert(namespace, newDocument(documents[at] ?? new Uint8Array()));
      return { n: 1 };
    });
    return outcomeReply(outcome);
  },
};

/** As it is stored: `_id` comes first, and is made where there is none. */
export function newDocument(sent: Uint8Array): StoredDocument {
  const view = readPlain(sent);
  const id = view._id;
  if (groupOf(id) === 'array' || groupOf(id) === 'regex') throw badId(groupOf(id));
  const operator = isDoc(id) ? Object.keys(id).find((name) => name.startsWith('$')) : undefined;
  if (operator !== undefined) {
    throw new ServerError(
      52,
      `_id fields may not contain '$'-prefixed fields: ${operator} is not valid for storage.`,
    );
  }
  if (Object.keys(view)[0] === '_id') return stored(Uint8Array.from(sent));
  const { _id: exactId = new ObjectId(), ...fields } = readExact(sent);
  return stored(serialize({ _id: exactId, ...fields }));
}

const badId = (type: string): ServerError => badValue(`The '_id' value cannot be of type ${type}`);

/** @throws ServerError 10334 */
export function stored(bytes: Uint8Array): StoredDocument {
  if (bytes.length > LIMITS.documentBytes) {
    throw new ServerError(
      10334,
      `object to insert too large. size in bytes: ${bytes.length}, max size: ${LIMITS.documentBytes}`,
    );
  }
  return { bytes, view: readPlain(bytes) };
}
