/** Lists every page of a customer's own account. */
import type { OwnPage } from '../own-page.js';
import { ownAccountPage } from './own-account.page.js';
import { ownExportFile } from './own-export.page.js';
import {
  ownErrorsFile,
  ownJobPage,
  ownJobProgress,
  ownJobsFile,
  ownJobsPage,
  ownRowsFile,
  ownRowsPage,
  ownSkippedFile,
} from './own-jobs.page.js';
import {
  ownCheckPage,
  ownStatementFile,
  ownReadableStatementFile,
  ownStatementsPage,
  ownStatementsPart,
} from './own-statements.page.js';

export const OWN_PAGES: readonly OwnPage[] = [
  ownAccountPage,
  ownJobsPage,
  ownJobsFile,
  ownJobPage,
  ownRowsPage,
  ownRowsFile,
  ownJobProgress,
  ownErrorsFile,
  ownSkippedFile,
  ownStatementsPage,
  ownStatementsPart,
  ownStatementFile,
  ownReadableStatementFile,
  ownExportFile,
  ownCheckPage,
];
