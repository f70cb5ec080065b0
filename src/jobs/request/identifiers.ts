/** The three ways to name a company, and how long each may be (Spec 9). */
export const REF_LIMIT = 120;
export const IDENTIFIER_LIMITS = { company_number: 20, company_name: 500, domain: 255 } as const;
export const COMPANY_IDENTIFIERS = ['company_number', 'company_name', 'domain'] as const;
