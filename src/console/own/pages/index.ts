/** Lists every page of a customer's own account. */
import type { OwnPage } from '../own-page.js';
import { ownAccountPage } from './own-account.page.js';
import { ownExportFile } from './own-export.page.js';
import { OWN_JOB_PAGES } from './own-jobs.page.js';
import { OWN_STATEMENT_PAGES } from './own-statements.page.js';

export const OWN_PAGES: readonly OwnPage[] = [
  ownAccountPage,
  ...OWN_JOB_PAGES,
  ...OWN_STATEMENT_PAGES,
  ownExportFile,
];
