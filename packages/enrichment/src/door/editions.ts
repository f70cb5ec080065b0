/** The files of the editions on this machine: which are there, which are in force, and how old they are. */
export { cohortsOutdatedBy } from '../sources/cohorts/cohorts-importer.js';
export {
  activeEdition,
  buildingPath,
  editionPath,
  editionsOf,
  lockSource,
  publishEdition,
  type EditionId,
} from '../sources/kit/editions/edition.js';
export { factsOfEdition, FIRST_READER, type EditionFacts } from '../sources/kit/editions/edition-file.js';
export type { ImportNote } from '../sources/kit/editions/import-note.js';
export type { HeldUnread, ImportedEdition } from '../sources/kit/editions/import-outcome.js';
export { unreadWords } from '../sources/kit/editions/readable-edition.js';
export { agesInForce, unreadEditions, unreadInWords } from '../sources/kit/editions/register-status.js';
export { syncNoteOf } from '../sources/kit/publication/sync-note.js';
