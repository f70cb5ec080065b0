/** Lists every page of a customer's own account. */
import type { OwnPage } from '../own-page.js';
import { ownAccountPage } from './own-account.page.js';
import {
  ownErrorsFile,
  ownJobPage,
  ownJobProgress,
  ownJobsFile,
  ownJobsPage,
  ownSkippedFile,
} from './own-jobs.page.js';
import {
  ownCheckPage,
  ownStatementFile,
  ownStatementsPage,
  ownStatementsPart,
} from './own-statements.page.js';

export const OWN_PAGES: readonly OwnPage[] = [
  ownAccountPage,
  ownJobsPage,
  ownJobsFile,
  ownJobPage,
  ownJobProgress,
  ownErrorsFile,
  ownSkippedFile,
  ownStatementsPage,
  ownStatementsPart,
  ownStatementFile,
  ownCheckPage,
];
