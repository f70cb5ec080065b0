/** Collects the schemas of bodies by name. Those of answers are defined beside the code that sends them. */
import { whoamiBody } from '../../access/whoami/whoami.js';
import * as usage from '../../billing/usage/usage-schemas.js';
import { Catalogue, RowBodies } from '../../../packages/enrichment/src/index.js';
import * as jobs from '../../jobs/status/job-bodies.js';
import { text } from '../../../packages/contract/src/body-parts.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { publishedSchemasOf, type Schemas } from './published-schemas.js';
import { REQUEST_SCHEMAS } from './request-schemas.js';

export const BODY_SCHEMAS: Schemas = publishedSchemasOf({
  JobId: text.regex(/^job_[0-7][0-9A-HJKMNP-TV-Z]{25}$/).describe('`job_` and a ULID.'),
  ...REQUEST_SCHEMAS,
  JobCounts: jobs.jobCountsBody,
  Warning: jobs.warningBody,
  Job: jobs.jobBody,
  AcceptedResolve: jobs.acceptedResolve,
  Matched: RowBodies.schemas.matched,
  Row: RowBodies.schemas.row,
  ResolveResponse: jobs.resolveResponse,
  ResolveAnswer: jobs.resolveAnswerBody,
  ResultsPage: jobs.resultsPageBody,
  ErrorEntry: RowBodies.schemas.errorEntry,
  ErrorsPage: jobs.errorsPageBody,
  Whoami: whoamiBody,
  CatalogueBlock: Catalogue.bodies.catalogueBlock,
  ConfidenceContract: Catalogue.bodies.confidenceContract,
  MeasuredMatches: Catalogue.bodies.matchesMeasured,
  OptionDescription: Catalogue.bodies.optionDescription,
  Catalogue: Catalogue.bodies.catalogue,
  UsageItem: usage.usageItem,
  UsageAdjustment: usage.usageAdjustment,
  UsageCredit: usage.usageCredit,
  Usage: usage.usageAnswer,
  ...ERROR_SCHEMAS,
});
