/** The names and roles of operators. */

/** Roles in the console. Each page names the roles that may use it (`src/console/pages/index.ts`). */
export const OPERATOR_ROLES = ['support', 'billing', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** The form of an operator's name. The log keeps the name for ever. */
export const OPERATOR_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u;
export const isOperatorName = (text: string): boolean => OPERATOR_NAME.test(text);
