/** `delete`. */
import { isDoc, readPlain } from '../bson/values.js';
import { listOf, namespaceOf, type Call, type Command } from './command.js';
import { findAll } from './modify.js';
import { outcomeReply, runStatements, type Statement } from './statements.js';
import { mustBeKnown, mustBeSingle } from './update.command.js';

const KNOWN = new Set(['q', 'limit', 'hint']);

export const deleteCommand: Command = {
  fields: ['delete', 'deletes', 'ordered'],
  access: 'write',
  inTransactions: true,
  run: async (call) => {
    const namespace = namespaceOf(call);
    const statements = listOf(call, 'deletes');
    mustBeSingle(call, statements, ({ limit }) => limit === 0);
    const outcome = await runStatements(call, statements.length, (at) =>
      runDelete(call, namespace, statements[at] ?? new Uint8Array()),
    );
    return outcomeReply(outcome);
  },
};

function runDelete(call: Call, namespace: string, bytes: Uint8Array): Statement {
  const { q, limit, hint, ...rest } = readPlain(bytes);
  mustBeKnown(rest, KNOWN, call);
  const { workspace } = call;
  const search = { filter: isDoc(q) ? q : {}, hint, limit: limit === 1 ? 1 : 0 };
  const found = findAll({ workspace, namespace }, search);
  for (const [record] of found) workspace.check(namespace, record, undefined);
  for (const [record] of found) workspace.remove(namespace, record);
  return { n: found.length };
}
