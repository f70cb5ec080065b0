/** Collects the schemas of all bodies by name. Each schema is defined beside the code that sends the body. */
import { whoamiBody } from '../../access/whoami/whoami.js';
import * as usage from '../../billing/usage/usage-schemas.js';
import * as catalogue from '../../blocks/catalogue/catalogue-body.js';
import * as rows from '../../enrichment/write/row-bodies.js';
import * as jobs from '../../jobs/status/job-bodies.js';
import { text } from '../../shared/body-parts.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { bodySchemas, type Schemas } from './published-schemas.js';
import { REQUEST_SCHEMAS } from './request-schemas.js';

export const BODY_SCHEMAS: Schemas = bodySchemas({
  JobId: text.regex(/^job_[0-7][0-9A-HJKMNP-TV-Z]{25}$/).describe('`job_` and a ULID.'),
  ...REQUEST_SCHEMAS,
  JobCounts: jobs.jobCountsBody,
  Warning: jobs.warningBody,
  Job: jobs.jobBody,
  AcceptedResolve: jobs.acceptedResolve,
  Matched: rows.matched,
  Row: rows.row,
  ResolveResponse: jobs.resolveResponse,
  ResultsPage: jobs.resultsPage,
  ErrorEntry: rows.errorEntry,
  ErrorsPage: jobs.errorsPage,
  Whoami: whoamiBody,
  CatalogueBlock: catalogue.catalogueBlock,
  ConfidenceContract: catalogue.confidenceContract,
  MeasuredMatches: catalogue.matchesMeasured,
  OptionDescription: catalogue.optionDescription,
  Catalogue: catalogue.catalogue,
  UsageByBlock: usage.usageByBlock,
  UsageByDay: usage.usageByDay,
  AdjustedBlock: usage.adjustedBlock,
  AdjustedDay: usage.adjustedDay,
  UsageAdjustment: usage.usageAdjustment,
  UsageCredit: usage.usageCredit,
  Usage: usage.usageAnswer,
  ...ERROR_SCHEMAS,
});
