/** The most units that a job which is not over can still cost, by block, for budgets that stop. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { Units } from '../usage/usage.document.js';

export type OpenUnitsDocument = { readonly account_id: AccountId; readonly units: Units };

/** The key is the job's id. Index `by_account`: all open jobs of an account. */
export const OPEN_UNITS = typedCollection<OpenUnitsDocument>('open_units', [
  { name: 'by_account', fields: ['account_id'] },
]);
