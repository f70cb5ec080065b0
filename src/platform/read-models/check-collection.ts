/** Names and indexes of a collection that every store accepts. */
import type { CollectionSpec } from './read-models.js';

const NAME = /^[a-z0-9_]{1,100}$/;
const FIELD = /^[A-Za-z_]\w*$/;

/** Whether an index can be on a field of this name. */
export const canBeIndexed = (field: string): boolean => FIELD.test(field);

/** @throws TypeError where some store can't use a name */
export function checkCollection(spec: CollectionSpec): void {
  if (!NAME.test(spec.name)) throw new TypeError(`'${spec.name}' is no name for a collection`);
  for (const { name, fields } of spec.indexes ?? []) {
    if (!NAME.test(name) || fields.length === 0 || !fields.every(canBeIndexed)) {
      throw new TypeError(`'${name}' is no index that collection ${spec.name} can have`);
    }
  }
}
