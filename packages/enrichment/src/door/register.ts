/** Commands on the register: import, sync, follow, fetch, make cohorts, upgrade, activate, prune and show. */
import { loadedOnFirstCall } from './loaded-on-first-call.js';

export { noteProgram } from '../register/changes/programs.js';
export type { DayFile, DayFiles } from '../register/changes/day-files.js';
export type { EditionInForce } from '../register/activate-edition.js';
export { listBlockStates } from '../register/blocks-loaded.js';
export { companyOnFile, isCompanyOnFile } from '../register/show-company.js';
export { FETCHED_SOURCE_NAMES, type FetchedSourceName } from '../register/fetch/fetched-sources.js';
export type { FollowedStream } from '../register/follow/follow-register.js';
export type { StreamFollower } from '../register/follow/follow-stream.js';
export { FOLLOWED_SOURCES } from '../register/follow/followed-streams.js';
export type { MadeCohorts } from '../register/make-cohorts.js';
export type { IsEditionInUse, RegisterContext } from '../register/register-context.js';
export { showCompany } from '../register/show-company.js';
export { importStatus, sourceStatus, type SourceEdition } from '../register/source-status.js';
export { syncFailures, type SyncFailure } from '../register/sync/synced-sources.js';
export type { SyncOutcome, SyncRequest } from '../register/sync/sync-register.js';
export { isFailure, SYNCED_SOURCES } from '../register/sync/synced-sources.js';

export const activateEdition = loadedOnFirstCall(
  async () => (await import('../register/activate-edition.js')).activateEdition,
);
export const changesSince = loadedOnFirstCall(
  async () => (await import('../register/changes/register-changes.js')).changesSince,
);
/** The files of changes, one a day. */
export const openChanges = loadedOnFirstCall(
  async () => (await import('../register/changes/day-files.js')).openChanges,
);
export const fetchRegister = loadedOnFirstCall(
  async () => (await import('../register/fetch/fetch-register.js')).fetchRegister,
);
export const followRegister = loadedOnFirstCall(
  async () => (await import('../register/follow/follow-register.js')).followRegister,
);
export const importEdition = loadedOnFirstCall(
  async () => (await import('../register/import-edition.js')).importEdition,
);
export const keepSynced = loadedOnFirstCall(
  async () => (await import('../register/sync/keep-synced.js')).keepSynced,
);
export const makeCohorts = loadedOnFirstCall(
  async () => (await import('../register/make-cohorts.js')).makeCohorts,
);
export const pruneEditions = loadedOnFirstCall(
  async () => (await import('../register/prune-editions.js')).pruneEditions,
);
export const syncRegister = loadedOnFirstCall(
  async () => (await import('../register/sync/sync-register.js')).syncRegister,
);
export const upgradeRegister = loadedOnFirstCall(
  async () => (await import('../register/upgrade-register.js')).upgradeRegister,
);
