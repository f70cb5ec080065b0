/**
 * Codes of a company that the register of companies doesn't hold. A row is matched to a company of the register or of its
 * index alone, and both give a record: only the rule itself can be shown.
 */
import type { CellName } from './codes-table.js';

export const BY_RULE: readonly CellName[] = [
  { block: 'company_identity', code: 'no_identity_on_file', level: 'reason' },
  { block: 'firmographics', code: 'no_profile_on_file', level: 'reason' },
];
