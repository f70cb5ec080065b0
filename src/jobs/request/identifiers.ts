/** The maximum lengths of a row's texts, in characters, and the three identifiers of a company (Spec 9). */

/** The maximum length of `ref`, the client's own reference of a row. */
export const REF_LIMIT = 120;
export const IDENTIFIER_LIMITS = { company_number: 20, company_name: 500, domain: 255 } as const;
export const COMPANY_IDENTIFIERS = ['company_number', 'company_name', 'domain'] as const;
