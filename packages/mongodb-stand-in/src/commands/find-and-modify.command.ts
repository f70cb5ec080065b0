/** `findAndModify`: one document, as it was before or is afterwards. */
import { isDoc, readExact, type Doc } from '../bson/values.js';
import { BrokenOff, ServerError } from '../errors.js';
import { projectionOf } from '../query/projection.js';
import type { StoredDocument } from '../store/collection-state.js';
import { docField, namespaceOf, ok, type Call, type Command } from './command.js';
import { change, findAll } from './modify.js';
import { patiently, remember, statementId } from './statements.js';

export const findAndModifyCommand: Command = {
  fields: [
    'findAndModify',
    'findandmodify',
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'upsert',
    'fields',
    'hint',
    'bypassDocumentValidation',
  ],
  access: 'write',
  inTransactions: true,
  run: async (call) => {
    const id = statementId(call.body, 0);
    const remembered = call.part.answers?.get(id);
    if (remembered !== undefined) return ok({ ...remembered, retriedStmtIds: [id] });
    const { session, answers } = call.part;
    const fault = answers === undefined ? undefined : call.server.misbehaviour.takeStatement();
    if (fault === 'break before') throw new BrokenOff();
    const answer = await patiently(call, () => findAndModify(call));
    if (session !== undefined && answers !== undefined) remember(call, session.id, id, answer);
    if (fault === 'break after') throw new BrokenOff();
    return ok(answer);
  },
};

function findAndModify(call: Call): Doc {
  const { body } = call;
  const target = { workspace: call.workspace, namespace: namespaceOf(call) };
  const search = { filter: docField(body, 'query'), sort: docField(body, 'sort'), hint: body.hint };
  if (body.remove === true) {
    if (body.update !== undefined)
      throw new ServerError(9, "Cannot specify both an 'update' and 'remove'=true");
    const [found] = findAll(target, { ...search, limit: 1 });
    if (found !== undefined) target.workspace.remove(target.namespace, found[0]);
    return { lastErrorObject: { n: found === undefined ? 0 : 1 }, value: shown(call, found?.[1]) };
  }
  if (body.update === undefined)
    throw new ServerError(9, "Either an update or 'remove'=true must be specified");
  const exact = readExact(call.request.bodyBytes);
  const { before, after, matched, upsertedId } = change(target, {
    search,
    exactFilter: isDoc(exact.query) ? exact.query : {},
    exactUpdate: exact.update,
    isMulti: false,
    isUpsert: body.upsert === true,
  });
  return {
    lastErrorObject: {
      n: matched === 0 && upsertedId === undefined ? 0 : 1,
      updatedExisting: matched > 0,
      ...(upsertedId !== undefined && { upserted: upsertedId }),
    },
    value: shown(call, body.new === true ? after : before),
  };
}

function shown({ body }: Call, document: StoredDocument | undefined): Doc | null {
  if (document === undefined) return null;
  return projectionOf(docField(body, 'fields'))(readExact(document.bytes));
}
