/** Splits a long table of a console page into pages of its own. */
import { thousands } from '../../../packages/words/src/text/formats.js';
import { partOf, readPaging, type Query } from './list-parts.js';

/** A page of the console: its path, and the fields of its address. */
export interface PagePlace {
  readonly path: string;
  readonly query: Query;
}

const LINES_PER_PAGE = 100;

/**
 * Reads which page of the table the address asks for. Each table has a query field of its own.
 * @returns null if all lines fit on one page
 * @throws WrongRequest
 */
export function pageOfTable(name: string, lineCount: number, { query }: PagePlace) {
  if (lineCount <= LINES_PER_PAGE) return null;
  const field = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}_page`;
  const paging = { page: readPaging({ page: query[field] }).page, size: LINES_PER_PAGE };
  return { ...paging, field, skip: partOf(paging).skip };
}

/** Says how many further lines there are, and why no page has them. */
export const moreText = (count: number): string =>
  count === Infinity
    ? 'There are more: choose fewer days.'
    : `${thousands(count)} more were counted and not kept.`;
