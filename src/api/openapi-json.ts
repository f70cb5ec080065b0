/** Reads values in the OpenAPI document. A missing value, or a value of another type, reads as empty. */
import type { JsonObject, JsonValue } from '../../packages/platform/src/values/json.js';

export const objectIn = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const listIn = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];
export const textIn = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
/** Returns the value as text for a sentence or a field. */
export const valueAsText = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Returns the object that the value's `$ref` names in the document, or the value itself without a `$ref`. */
export function resolveReference(document: JsonObject, value: JsonValue | undefined): JsonObject {
  const reference = textIn(objectIn(value)['$ref']);
  if (reference === '') return objectIn(value);
  return reference
    .slice(2)
    .split('/')
    .reduce<JsonObject>((node, name) => objectIn(node[name]), document);
}
