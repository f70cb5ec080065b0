/** Every page of the console, and who may open it: the one table of routes and roles. */
import type { OpenPage, Page } from '../page.js';
import { accountPage } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { errorsPageOfJob, jobPage, jobProgressPart, resultsPageOfJob, rowOfJobPage } from './job.page.js';
import { keyPage } from './key.page.js';
import { rowPage } from './row.page.js';
import { reasonAct, signInAct, signInPage, signOutAct, welcomeAct, welcomePage } from './sign-in.page.js';
import { searchPage, startPage } from './start.page.js';

/** Without a session. */
export const OPEN_PAGES: readonly OpenPage[] = [signInPage, signInAct, welcomePage, welcomeAct];

export const PAGES: readonly Page[] = [
  startPage,
  searchPage,
  signOutAct,
  reasonAct,
  accountsPage,
  accountPage,
  keyPage,
  jobPage,
  jobProgressPart,
  resultsPageOfJob,
  errorsPageOfJob,
  rowOfJobPage,
  rowPage,
];
