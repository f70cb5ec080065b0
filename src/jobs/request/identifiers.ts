/** Declares the identifiers of a company in a row, and the maximum lengths of a row's texts (Spec 9). */

/** The maximum length, in characters, of `ref`, the client's own reference of a row. */
export const REF_LIMIT = 120;
/** The maximum length of each identifier, in characters. */
export const IDENTIFIER_LIMITS = { company_number: 20, company_name: 500, domain: 255 } as const;
export const COMPANY_IDENTIFIERS = ['company_number', 'company_name', 'domain'] as const;
