/** Reading of a description as JSON: what is not there reads as empty. */
import type { JsonObject, JsonValue } from '../shared/json.js';

export const objectOf = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];
export const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
/** A value as it is written in a sentence or a field. */
export const textOfJson = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** What a value stands for: itself, or what its `$ref` names in the document. */
export function resolvedIn(document: JsonObject, value: JsonValue | undefined): JsonObject {
  const reference = textOf(objectOf(value)['$ref']);
  if (reference === '') return objectOf(value);
  return reference
    .slice(2)
    .split('/')
    .reduce<JsonObject>((at, name) => objectOf(at[name]), document);
}
