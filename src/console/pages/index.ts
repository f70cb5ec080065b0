/** Every page of the console, and who may open it: the one table of routes and roles. */
import type { OpenPage, Page } from '../page.js';
import { accountPage } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { adjustAct, adjustmentPage, newAdjustmentPage, previewPage, reverseAct } from './adjustment.page.js';
import { activateAct } from './activate-edition.js';
import { chargePage } from './charge.page.js';
import { companyPage } from './company.page.js';
import { disputeAct } from './dispute.page.js';
import { eventPage } from './event.page.js';
import { explainPage } from './explain.page.js';
import { eraseAct, reinstateAct, revokeAct, suspendAct } from './final-acts.js';
import { invariantsPage, verifyAct } from './invariants.page.js';
import { callbackPage, issuerPage } from './issuer-sign-in.page.js';
import { errorsPageOfJob, jobPage, jobProgressPart, resultsPageOfJob, rowOfJobPage } from './job.page.js';
import { keyPage } from './key.page.js';
import { addPasskeyAct, passkeysPage, removePasskeyAct, showAct, showPage } from './passkeys.page.js';
import { projectionsPage, rebuildAct } from './projections.page.js';
import { replayAct, replayPage } from './replay.page.js';
import { requestPage } from './request.page.js';
import { rowPage } from './row.page.js';
import { blocksPage, editionsPage, importsPart } from './service.page.js';
import { reasonAct, signInAct, signInPage, signOutAct, welcomeAct, welcomePage } from './sign-in.page.js';
import { glancePart, searchPage, startPage } from './start.page.js';
import { issueAct, statementFile, statementsPage } from './statements.page.js';
import { liftAct, suppressAct, suppressionsPage } from './suppressions.page.js';
import { taskPart } from './task.page.js';
import { verifyStatementPage } from './verify-statement.page.js';

/** Without a session. */
export const OPEN_PAGES: readonly OpenPage[] = [
  signInPage,
  signInAct,
  issuerPage,
  callbackPage,
  welcomePage,
  welcomeAct,
];

export const PAGES: readonly Page[] = [
  startPage,
  glancePart,
  searchPage,
  signOutAct,
  showPage,
  showAct,
  passkeysPage,
  addPasskeyAct,
  removePasskeyAct,
  reasonAct,
  accountsPage,
  accountPage,
  suspendAct,
  reinstateAct,
  keyPage,
  revokeAct,
  jobPage,
  jobProgressPart,
  resultsPageOfJob,
  errorsPageOfJob,
  rowOfJobPage,
  eraseAct,
  rowPage,
  requestPage,
  explainPage,
  chargePage,
  eventPage,
  companyPage,
  disputeAct,
  newAdjustmentPage,
  previewPage,
  adjustAct,
  adjustmentPage,
  reverseAct,
  statementsPage,
  issueAct,
  statementFile,
  verifyStatementPage,
  replayPage,
  replayAct,
  invariantsPage,
  verifyAct,
  projectionsPage,
  rebuildAct,
  editionsPage,
  activateAct,
  importsPart,
  blocksPage,
  suppressionsPage,
  suppressAct,
  liftAct,
  taskPart,
];
