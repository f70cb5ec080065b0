/** Reads the query parameters of a page: `cursor` and `limit`. */
import { ProblemList } from '../../../packages/platform/src/http/field-errors.js';
import { parseQuery } from '../../../packages/platform/src/http/query/query-string.js';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1_000;

export interface PageParameters {
  /** The cursor as sent. Undefined: none was sent. Null: it can't be a cursor, or was sent more than once. */
  readonly cursor: string | null | undefined;
  readonly limit: number;
}

/** Returns the limit, or the default for a missing or invalid value (Spec 9). */
function limitOf(values: readonly string[] | undefined): number {
  const [text = ''] = values ?? [];
  const limit = values?.length === 1 && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_LIMIT ? limit : DEFAULT_LIMIT;
}

/** Other parameters are ignored (Contract 2.7). */
export function pageParameters(queryText: string): PageParameters {
  const problems = new ProblemList();
  const query = parseQuery(queryText, problems);
  const cursors = query.get('cursor');
  const isCursorUnreadable = 'cursor' in problems.problems().errors;
  const singleCursor = cursors?.length === 1 ? cursors[0] : null;
  return {
    cursor: isCursorUnreadable ? null : cursors === undefined ? undefined : singleCursor,
    limit: limitOf(query.get('limit')),
  };
}
