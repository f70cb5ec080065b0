/** `find`, `getMore`, `killCursors`. */
import { Long, serialize } from 'bson';
import { isDoc, readExact, type Doc } from '../bson/values.js';
import { badValue, ServerError } from '../errors.js';
import { explain } from '../query/explain.js';
import { find, type Search } from '../query/find.js';
import { projectionOf } from '../query/projection.js';
import type { SnapshotRead } from '../sessions/snapshot-reads.js';
import type { StoredDocument } from '../store/collection-state.js';
import { countField, docField, namespaceOf, ok, type Call, type Command } from './command.js';
import type { Results } from './cursors.js';

export const findCommand: Command = {
  fields: [
    'find',
    'filter',
    'sort',
    'projection',
    'skip',
    'limit',
    'batchSize',
    'singleBatch',
    'hint',
    'min',
    'max',
    'noCursorTimeout',
    'allowDiskUse',
  ],
  access: 'read',
  inTransactions: true,
  run: (call) => {
    const { body, server } = call;
    const namespace = namespaceOf(call);
    const { collection, snapshot } = readable(call, namespace);
    const found = find(collection, searchOf(body));
    const show = shownBy(call);
    const documents = mapped(found, ([, document]) => show(document));
    const results = { ...ownership(call, namespace, snapshot), documents };
    return server.cursors.first(results, batchSizeOf(call), body.singleBatch === true);
  },
};

const searchOf = (body: Doc): Search => ({
  filter: docField(body, 'filter'),
  sort: docField(body, 'sort'),
  skip: countField(body, 'skip'),
  limit: countField(body, 'limit'),
  hint: body.hint,
  ...(isDoc(body.min) && { min: body.min }),
  ...(isDoc(body.max) && { max: body.max }),
});

/** Of finds alone, always with what was examined. */
export const explainCommand: Command = {
  fields: ['explain', 'verbosity'],
  access: 'read',
  run: (call) => {
    const body = docField(call.body, 'explain');
    if (body.find === undefined) {
      call.server.unknownCall(`explain of ${Object.keys(body).join()}`);
      throw new ServerError(238, 'the stand-in explains finds only');
    }
    const namespace = namespaceOf({ ...call, name: 'find', body });
    const { collection } = readable(call, namespace);
    const { winningPlan, ...examined } = explain(collection, searchOf(body));
    return ok({
      explainVersion: '1',
      queryPlanner: { namespace, winningPlan, rejectedPlans: [] },
      executionStats: { executionSuccess: true, ...examined },
    });
  },
};

/** The collection as the call may see it: now, in its transaction, or as it was at a moment. */
export function readable(call: Call, namespace: string) {
  const { body, part, server } = call;
  const isAlone = part.transaction === undefined;
  const snapshot = isAlone ? server.snapshots.of(body) : undefined;
  const deposed = isAlone ? server.snapshots.ofDeposed(body, namespace) : undefined;
  const workspace = snapshot?.workspace ?? deposed ?? call.workspace;
  workspace.touch(namespace);
  return { collection: workspace.collection(namespace), snapshot };
}

export const ownership = (
  { part }: Call,
  namespace: string,
  snapshot: SnapshotRead | undefined,
): Omit<Results, 'documents'> => ({
  namespace,
  atClusterTime: snapshot?.at,
  session: part.session?.id,
  transaction: part.transaction === undefined ? undefined : part.number,
});

export function batchSizeOf({ body }: Call): number | undefined {
  return body.batchSize === undefined ? undefined : countField(body, 'batchSize');
}

function shownBy({ body }: Call): (document: StoredDocument) => Uint8Array {
  const spec = docField(body, 'projection');
  if (Object.keys(spec).length === 0) return ({ bytes }) => bytes;
  const project = projectionOf(spec);
  return ({ bytes }) => serialize(project(readExact(bytes)));
}

export function* mapped<T, R>(all: Iterable<T>, map: (one: T) => R): Generator<R> {
  for (const one of all) yield map(one);
}

const cursorId = (value: unknown): Long => {
  if (typeof value === 'number') return Long.fromNumber(value);
  if (!Long.isLong(value)) throw new ServerError(14, 'a cursor id is a long');
  return value;
};

export const getMoreCommand: Command = {
  fields: ['getMore', 'collection', 'batchSize'],
  access: 'read',
  inTransactions: true,
  run: (call) => {
    const namespace = namespaceOf(call, 'collection');
    const size = batchSizeOf(call);
    if (size === 0) throw badValue('batchSize for getMore must be positive, but received: 0');
    const { session, transaction } = ownership(call, namespace, undefined);
    return call.server.cursors.next(cursorId(call.body.getMore), namespace, size, { session, transaction });
  },
};

export const killCursorsCommand: Command = {
  fields: ['killCursors', 'cursors'],
  inTransactions: true,
  run: ({ server, body }) => {
    const ids = (Array.isArray(body.cursors) ? (body.cursors as unknown[]) : []).map(cursorId);
    const killed = ids.filter((id) => server.cursors.kill(id));
    const notFound = ids.filter((id) => !killed.includes(id));
    return ok({ cursorsKilled: killed, cursorsNotFound: notFound, cursorsAlive: [], cursorsUnknown: [] });
  },
};
