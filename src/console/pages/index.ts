/** Lists every page of the console with the roles that may open it: the only table of routes and roles. */
import { ACCESS_ACTS } from '../acts/access-acts.js';
import { pagesOfAct, pagesOfDirectAct } from '../acts/act-pages.js';
import { CHARGE_ACTS } from '../acts/charge-acts.js';
import { TERMS_ACTS } from '../acts/terms-acts.js';
import type { PublicPage, ConsolePage } from '../console-page.js';
import { accountPage, usageExportFile } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { adjustmentPage, promiseNoteFile } from './adjustment.page.js';
import { chargePage, chargesFile, explainPage, statementsFormPage } from './explain.page.js';
import { companyPage } from './company.page.js';
import { disputeAct } from './dispute.page.js';
import { eventPage } from './event.page.js';
import { ACT_HANDLERS } from './final-acts.js';
import { invariantsPage, verifyAct } from './invariants.page.js';
import { callbackPage, issuerPage } from './issuer-sign-in.page.js';
import { JOB_PAGES } from './jobs.page.js';
import { keyPage, keyRequestsFile } from './key.page.js';
import { PASSKEY_PAGES } from './passkeys.page.js';
import { projectionsPage, rebuildAct } from './projections.page.js';
import { replayAct, replayPage } from './replay.page.js';
import { requestPage } from './request.page.js';
import { rowPage } from './row.page.js';
import { activateAct, blockListPage, editionsPage, importsPart } from './editions.page.js';
import { reasonAct, signInAct, signInPage, signOutAct, welcomeAct, welcomePage } from './sign-in.page.js';
import { overviewPart, searchPage, servicePage, startPage } from './start.page.js';
import { STATEMENT_PAGES } from './statements.page.js';
import { liftAct, suppressAct, suppressionsPage } from './suppressions.page.js';
import { taskPart } from './task.page.js';

/** Pages that need no session. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  signInPage,
  signInAct,
  issuerPage,
  callbackPage,
  welcomePage,
  welcomeAct,
];

export const PAGES: readonly ConsolePage[] = [
  startPage,
  servicePage,
  overviewPart,
  searchPage,
  signOutAct,
  ...PASSKEY_PAGES,
  reasonAct,
  accountsPage,
  accountPage,
  keyPage,
  keyRequestsFile,
  ...JOB_PAGES,
  rowPage,
  requestPage,
  explainPage,
  chargesFile,
  chargePage,
  eventPage,
  companyPage,
  disputeAct,
  ...[...CHARGE_ACTS, ...TERMS_ACTS].flatMap(pagesOfAct),
  ...ACCESS_ACTS.flatMap(pagesOfDirectAct),
  ...ACT_HANDLERS,
  adjustmentPage,
  promiseNoteFile,
  statementsFormPage,
  ...STATEMENT_PAGES,
  usageExportFile,
  replayPage,
  replayAct,
  invariantsPage,
  verifyAct,
  projectionsPage,
  rebuildAct,
  editionsPage,
  activateAct,
  importsPart,
  blockListPage,
  suppressionsPage,
  suppressAct,
  liftAct,
  taskPart,
];
