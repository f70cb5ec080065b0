/** Reads query strings strictly: each parameter once, names and values in percent-encoded UTF-8. */
import type { Answer } from '../answer.js';
import { ProblemList, WHOLE_REQUEST, quoted, refuseField } from '../field-errors.js';

export type Query = ReadonlyMap<string, readonly string[]>;

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

/** The maximum number of parameters of a request; the longest useful query has 15. */
const MAX_PARAMETERS = 100;
const TOO_MANY = `A query string may have ${MAX_PARAMETERS} parameters.`;

const partsOf = (text: string): string[] => text.split('&').filter((part) => part !== '');

/** For operations that ignore unknown parameters: 400 where there are too many. */
export const refuseManyParameters = (text: string): Answer | null =>
  partsOf(text).length > MAX_PARAMETERS ? refuseField('invalid_request', WHOLE_REQUEST, TOO_MANY) : null;

/** Every parameter with its values, in the order sent; reports parts that don't decode or are too many. */
export function parseQuery(text: string, problems: ProblemList): Query {
  const query = new Map<string, string[]>();
  const parts = partsOf(text);
  if (parts.length > MAX_PARAMETERS) problems.add(WHOLE_REQUEST, TOO_MANY);
  for (const part of parts.slice(0, MAX_PARAMETERS)) {
    const equals = part.indexOf('=');
    const rawName = equals < 0 ? part : part.slice(0, equals);
    const name = decoded(rawName);
    const value = equals < 0 ? '' : decoded(part.slice(equals + 1));
    if (name === null || name === '') {
      problems.add(
        WHOLE_REQUEST,
        `The query string has a parameter without a readable name: ${quoted(rawName)}.`,
      );
    } else if (value === null) {
      problems.add(name, 'This value is not percent-encoded UTF-8.');
    } else {
      const values = query.get(name);
      if (values === undefined) query.set(name, [value]);
      else values.push(value);
    }
  }
  return query;
}

/**
 * The parameters by name, where each is known and sent once (Contract 2.7). Reports all others. Keeps the
 * first value of a repeated parameter, so that its own faults show too.
 * @param joined parameters that may repeat: their values are joined by commas
 */
export function singleParameters(
  query: Query,
  known: ReadonlySet<string>,
  problems: ProblemList,
  joined: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const single = new Map<string, string>();
  for (const [name, values] of query) {
    if (!known.has(name)) {
      problems.addUnknown(name, 'parameter', name, known);
      continue;
    }
    const joins = joined.has(name);
    if (values.length > 1 && !joins) problems.add(name, 'This parameter was sent more than once.');
    single.set(name, joins ? values.join(',') : (values[0] ?? ''));
  }
  return single;
}
