/** Defines the register's resources, and joins the pages of those that are lists. Pure. */

/** The resources that are lists in pages. Each of the others is one document. */
const LISTS = [
  'officers',
  'persons-with-significant-control',
  'persons-with-significant-control-statements',
  'charges',
  'filing-history',
] as const;

/** The `resource` of a register response (Contract 9.3). */
export type RegisterResource = (typeof LISTS)[number] | 'company-profile' | 'exemptions' | 'insolvency';

/** The maximum that the publisher accepts. */
const ITEMS_A_PAGE = 100;

/** The path of a resource below `/company/NUMBER`, and its items a page; null: it has no pages. */
export const resourceForm = (resource: RegisterResource) => ({
  path: resource === 'company-profile' ? '' : `/${resource}`,
  pageSize: LISTS.some((list) => list === resource) ? ITEMS_A_PAGE : null,
});

export type ListPage = Readonly<Record<string, unknown>>;

/** The maximum number of pages, more than any company has. A longer list is cut there. */
const MAX_PAGES = 1_000;
/** The maximum size of all pages of a list together, far above the longest filing history. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024;

export const pagePath = (path: string, size: number, start: number): string =>
  `${path}?items_per_page=${size}&start_index=${start}`;

/**
 * Tells whether an answer can be the page of a list that begins at `start`. A first page without items must
 * state that there are none: "none" is a fact about a company.
 */
export function isListPage(page: ListPage, start: number): boolean {
  const statesNone = (lengthOf(page) ?? 0) === 0;
  if (!Array.isArray(page['items'])) return !('items' in page) && statesNone;
  return start > 0 || itemsIn(page) > 0 || statesNone;
}

const itemsIn = ({ items }: ListPage): number => (Array.isArray(items) ? items.length : 0);

/** Lists state their length under several names. */
const LENGTHS = ['total_results', 'total_count', 'unfiltered_count'];

function lengthOf(page: ListPage): number | null {
  const pageLength = LENGTHS.map((name) => page[name]).find((value) => Number.isSafeInteger(value));
  return typeof pageLength === 'number' ? pageLength : null;
}

/** The index of the first missing item; null: the list is complete, or the register has no more of it. */
export function nextStart(pages: readonly ListPage[], pageSize: number): number | null {
  const last = pages.at(-1);
  if (last === undefined || itemsIn(last) === 0 || pages.length >= MAX_PAGES) return null;
  const itemsSoFar = pages.reduce((sum, page) => sum + itemsIn(page), 0);
  const length = lengthOf(last);
  const isComplete = length === null ? itemsIn(last) < pageSize : itemsSoFar >= length;
  return isComplete ? null : itemsSoFar;
}
