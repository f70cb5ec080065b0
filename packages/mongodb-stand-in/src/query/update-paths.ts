/** Reading and changing what a dotted path leads to, in a document whose numbers keep their types. */
import { isDoc, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { shellText } from '../store/index-spec.js';

const INDEX = /^(0|[1-9]\d*)$/;

type Container = Doc | unknown[];

const isContainer = (value: unknown): value is Container => isDoc(value) || Array.isArray(value);

export function getAt(document: Doc, path: string): unknown {
  let at: unknown = document;
  for (const name of path.split('.')) at = childOf(at, name);
  return at;
}

function childOf(container: unknown, name: string): unknown {
  if (Array.isArray(container)) return INDEX.test(name) ? (container as unknown[])[Number(name)] : undefined;
  return isDoc(container) ? container[name] : undefined;
}

/**
 * Documents on the way are made where they are missing.
 * @throws ServerError 28 where something else is on the way
 */
export function setAt(document: Doc, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at: Container = document;
  for (const name of names) {
    const child: unknown = childOf(at, name);
    if (child !== undefined && !isContainer(child)) throw notViable(path, name, child);
    const next: Container = child ?? {};
    if (child === undefined) put(at, name, next, path);
    at = next;
  }
  put(at, last, value, path);
}

function put(container: Container, name: string, value: unknown, path: string): void {
  if (name === '')
    throw new ServerError(
      56,
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  if (!Array.isArray(container)) {
    container[name] = value;
    return;
  }
  if (!INDEX.test(name)) throw notViable(path, 'array', container);
  while (container.length < Number(name)) container.push(null);
  container[Number(name)] = value;
}

const notViable = (path: string, name: string, value: unknown): ServerError =>
  new ServerError(28, `Cannot create field '${path}' in element {${name}: ${shellText(value)}}`);

/** Of an array, the element becomes null. */
export function unsetAt(document: Doc, path: string): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const container = names.length === 0 ? document : getAt(document, names.join('.'));
  if (Array.isArray(container)) {
    if (childOf(container, last) !== undefined) container[Number(last)] = null;
  } else if (isDoc(container)) {
    delete container[last];
  }
}
