/** Who operates the service: their names, and what they may do in the console. */

/** What an operator of the console is there for: each role may do what its pages name (`src/console/pages/index.ts`). */
export const OPERATOR_ROLES = ['support', 'billing', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** It stands in the log for ever, beside what was done. */
export const OPERATOR_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u;
export const isOperatorName = (text: string): boolean => OPERATOR_NAME.test(text);
