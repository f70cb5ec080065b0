/**
 * Collects the descriptions of all operations, in reading order. A test compares them with the controllers.
 */
import { ACCOUNT_OPERATIONS, DESCRIPTION_OPERATIONS } from './account.description.js';
import { JOB_OPERATIONS } from './jobs.description.js';
import type { OperationDescriptions } from './operation-description.js';
import { RESOLVE_OPERATION } from './resolve.description.js';

export const OPERATIONS: OperationDescriptions = {
  ...RESOLVE_OPERATION,
  ...JOB_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...DESCRIPTION_OPERATIONS,
};
