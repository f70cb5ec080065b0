/** `update`. */
import { isDoc, readExact, readPlain, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { listOf, namespaceOf, type Call, type Command } from './command.js';
import { change } from './modify.js';
import { outcomeReply, runStatements, type Statement } from './statements.js';

/** `sort` came with MongoDB 8. */
const KNOWN = new Set(['q', 'u', 'multi', 'upsert', 'hint']);

export const updateCommand: Command = {
  fields: ['update', 'updates', 'ordered', 'bypassDocumentValidation'],
  access: 'write',
  inTransactions: true,
  run: async (call) => {
    const namespace = namespaceOf(call);
    const statements = listOf(call, 'updates');
    mustBeSingle(call, statements, ({ multi }) => multi === true);
    const outcome = await runStatements(call, statements.length, (at) =>
      runUpdate(call, namespace, statements[at] ?? new Uint8Array()),
    );
    return outcomeReply(outcome, true);
  },
};

/** A write that may be repeated is one of single documents. */
export function mustBeSingle(
  { part }: Call,
  statements: readonly Uint8Array[],
  isMulti: (statement: Doc) => boolean,
): void {
  if (part.answers !== undefined && statements.some((bytes) => isMulti(readPlain(bytes)))) {
    throw new ServerError(72, 'Cannot use (or request) retryable writes with multi=true');
  }
}

export function mustBeKnown(statement: Doc, known: ReadonlySet<string>, call: Call): void {
  for (const name of Object.keys(statement)) {
    if (known.has(name)) continue;
    call.server.unknownCall(`${call.name} with ${name}`);
    throw new ServerError(238, `${call.name} with ${name} is unknown to the stand-in`);
  }
}

function runUpdate(call: Call, namespace: string, bytes: Uint8Array): Statement {
  const { q, multi, upsert, hint, ...rest } = readPlain(bytes);
  mustBeKnown(rest, KNOWN, call);
  const exact = readExact(bytes);
  const changed = change(
    { workspace: call.workspace, namespace },
    {
      search: { filter: isDoc(q) ? q : {}, hint },
      exactFilter: isDoc(exact.q) ? exact.q : {},
      exactUpdate: exact.u,
      isMulti: multi === true,
      isUpsert: upsert === true,
    },
  );
  const { matched, modified, upsertedId } = changed;
  if (upsertedId !== undefined) return { n: 1, nModified: 0, upserted: upsertedId };
  return { n: matched, nModified: modified };
}
