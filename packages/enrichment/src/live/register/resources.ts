/** Declares the resources of a company at the register, and the form of their answers. */

/** Resources that are lists in pages; the others are one document each. */
const LISTS = [
  'officers',
  'persons-with-significant-control',
  'persons-with-significant-control-statements',
  'charges',
  'filing-history',
] as const;

/** The `resource` of a register response (Contract 9.3). */
export type RegisterResource = (typeof LISTS)[number] | 'company-profile' | 'exemptions' | 'insolvency';

/** The largest that the publisher takes. */
const ITEMS_A_PAGE = 100;

const isList = (resource: RegisterResource): boolean => LISTS.some((list) => list === resource);

/** The path of a resource below `/company/NUMBER`, and its items a page; null: it has no pages. */
export const resourceForm = (resource: RegisterResource) => ({
  path: resource === 'company-profile' ? '' : `/${resource}`,
  pageSize: isList(resource) ? ITEMS_A_PAGE : null,
});
