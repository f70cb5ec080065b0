/** Projections of `find`: which fields are shown, or which are not. Computed fields aren't known here. */
import { groupOf, isDoc, isNumeric, toNumber, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';

interface Shape {
  [name: string]: Shape | true;
}

export type Projection = (document: Doc) => Doc;

/** @throws ServerError for what is neither inclusion nor exclusion */
export function projectionOf(spec: Doc): Projection {
  const wanted = Object.entries(spec).map(([path, value]) => [path, isWanted(path, value)] as const);
  const fields = wanted.filter(([path]) => path !== '_id');
  const id = wanted.find(([path]) => path === '_id')?.[1];
  const including = fields.some(([, shown]) => shown) || (fields.length === 0 && id === true);
  if (including && fields.some(([, shown]) => !shown)) {
    throw new ServerError(31254, 'Cannot do exclusion on field in inclusion projection');
  }
  if (fields.length === 0 && id === undefined) return (document) => document;
  const shape = shapeOf(fields.map(([path]) => path));
  if (including) {
    if (id !== false) shape._id = true;
    return (document) => only(document, shape);
  }
  if (id === false) shape._id = true;
  return (document) => without(document, shape);
}

function isWanted(path: string, value: unknown): boolean {
  if (path.includes('$')) throw new ServerError(31324, 'positional projections are unknown to the stand-in');
  if (groupOf(value) === 'boolean') return value === true;
  if (isNumeric(value)) return toNumber(value) !== 0;
  throw new ServerError(238, `the projection of ${path} is unknown to the stand-in`);
}

function shapeOf(paths: readonly string[]): Shape {
  const shape: Shape = {};
  for (const path of paths) {
    const names = path.split('.');
    let at = shape;
    for (const name of names.slice(0, -1)) {
      const next = at[name];
      if (next === true) throw new ServerError(31249, `Path collision at ${path}`);
      at = at[name] = next ?? {};
    }
    const last = names.at(-1) ?? '';
    if (at[last] !== undefined) throw new ServerError(31250, `Path collision at ${path}`);
    at[last] = true;
  }
  return shape;
}

/** Fields keep the order that they have in the document. */
function only(document: Doc, shape: Shape): Doc {
  const shown: Doc = {};
  for (const [name, value] of Object.entries(document)) {
    const inner = shape[name];
    if (inner === true) shown[name] = value;
    else if (inner !== undefined) setIfAny(shown, name, onlyWithin(value, inner));
  }
  return shown;
}

function setIfAny(target: Doc, name: string, value: unknown): void {
  if (value !== undefined) target[name] = value;
}

function onlyWithin(value: unknown, shape: Shape): unknown {
  if (isDoc(value)) return only(value, shape);
  if (!Array.isArray(value)) return undefined;
  return (value as unknown[])
    .map((element) => onlyWithin(element, shape))
    .filter((element) => element !== undefined);
}

function without(document: Doc, shape: Shape): Doc {
  const shown: Doc = {};
  for (const [name, value] of Object.entries(document)) {
    const inner = shape[name];
    if (inner === undefined) shown[name] = value;
    else if (inner !== true) shown[name] = withoutWithin(value, inner);
  }
  return shown;
}

function withoutWithin(value: unknown, shape: Shape): unknown {
  if (isDoc(value)) return without(value, shape);
  if (!Array.isArray(value)) return value;
  return (value as unknown[]).map((element) => withoutWithin(element, shape));
}
