/** Refuses request fields that hold an API key, so no event, log or read model gets it (Contract 4.1). */
import type { ProblemList } from '../../packages/platform/src/http/field-errors.js';
import { KEY_IN_FIELD, holdsApiKey } from '../../packages/contract/src/api-key.js';

/** Reports every field, and every entry of a list, that contains a whole key. */
export function refusePastedKeys(
  fields: Iterable<readonly [path: string, value: unknown]>,
  problems: ProblemList,
): void {
  for (const [path, value] of fields) {
    const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
      ? value.map((entry: unknown, index) => [`${path}[${index}]`, entry])
      : [[path, value]];
    for (const [entryPath, entry] of entries)
      if (typeof entry === 'string' && holdsApiKey(entry)) problems.add(entryPath, KEY_IN_FIELD);
  }
}
