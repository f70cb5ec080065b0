/** Changing documents that a filter finds: what `update`, `delete` and `findAndModify` have in common. */
import { ObjectId, serialize } from 'bson';
import { readExact, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { find, type Search } from '../query/find.js';
import type { Found } from '../query/plan.js';
import { seedOf } from '../query/upsert.js';
import { isReplacement, updateOf, type Update } from '../query/update.js';
import { LIMITS } from '../limits.js';
import type { StoredDocument } from '../store/collection-state.js';
import type { Workspace } from '../store/workspace.js';
import { newDocument, stored } from './insert.command.js';

export interface Target {
  readonly workspace: Workspace;
  readonly namespace: string;
}

export interface Change {
  readonly search: Search;
  /** Filter and update with the types of their numbers. */
  readonly exactFilter: Doc;
  readonly exactUpdate: unknown;
  readonly isMulti: boolean;
  readonly isUpsert: boolean;
}

export interface Changed {
  readonly matched: number;
  readonly modified: number;
  readonly before?: StoredDocument;
  readonly after?: StoredDocument;
  readonly upsertedId?: unknown;
}

export function findAll({ workspace, namespace }: Target, search: Search): Found[] {
  workspace.touch(namespace);
  return [...find(workspace.collection(namespace), search)];
}

/** @throws ServerError, WriteConflict before anything is changed, so that it can be done again */
export function change(
  target: Target,
  { search, exactFilter, exactUpdate, isMulti, isUpsert }: Change,
): Changed {
  if (isMulti && isReplacement(exactUpdate)) {
    throw new ServerError(9, 'multi update is not supported for replacement-style update');
  }
  const update = updateOf(exactUpdate);
  const found = findAll(target, isMulti ? search : { ...search, limit: 1 });
  if (found.length === 0 && isUpsert) return upsert(target, exactFilter, exactUpdate, update);
  const changes = found.map(([record, before]) => ({ record, before, after: next(before, update) }));
  const modified = changes.filter(({ before, after }) => before !== after);
  const { workspace, namespace } = target;
  for (const { record, after } of modified) workspace.check(namespace, record, after);
  for (const { record, after } of modified) workspace.replace(namespace, record, after);
  const [first] = changes;
  return {
    matched: found.length,
    modified: modified.length,
    ...(first !== undefined && { before: first.before, after: first.after }),
  };
}

/** The same document where nothing changes. */
function next(before: StoredDocument, update: Update): StoredDocument {
  const bytes = update(before.bytes, false);
  if (Buffer.compare(bytes, before.bytes) === 0) return before;
  if (bytes.length > LIMITS.documentBytes) {
    throw new ServerError(17419, `Resulting document after update is larger than ${LIMITS.documentBytes}`);
  }
  return stored(bytes);
}

function upsert(
  { workspace, namespace }: Target,
  exactFilter: Doc,
  exactUpdate: unknown,
  update: Update,
): Changed {
  const seed = seedOf(exactFilter, isReplacement(exactUpdate));
  const made = readExact(update(seed, true));
  const { _id: id = new ObjectId(), ...fields } = made;
  const after = newDocument(serialize({ _id: id, ...fields }));
  workspace.insert(namespace, after);
  return { matched: 0, modified: 0, after, upsertedId: id };
}
