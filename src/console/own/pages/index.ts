/** Every page that a customer sees of the own account. */
import type { OwnPage } from '../own-page.js';
import { ownAccountPage } from './account.page.js';
import {
  ownErrorsFile,
  ownJobPage,
  ownJobProgress,
  ownJobsFile,
  ownJobsPage,
  ownSkippedFile,
} from './jobs.page.js';
import { ownCheckPage, ownStatementFile, ownStatementsPage, ownStatementsPart } from './statements.page.js';

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
