/** Declares examples of requests and answers: a real company (08209948, December 2024) with made-up ids. */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';

export const EXAMPLE_URL = 'https://api.example.com';
const JOB_ID = 'job_01KAJB8Z5N0000000000000001';
const LINKS = {
  results_url: `${EXAMPLE_URL}/v1/enrich/jobs/${JOB_ID}/results`,
  status_url: `${EXAMPLE_URL}/v1/enrich/jobs/${JOB_ID}`,
};

const IDENTITY_BLOCK: JsonObject = {
  status: 'available',
  value: {
    incorporated_on: '2012-09-11',
    company_category: 'Private Limited Company',
    country_of_origin: 'United Kingdom',
    legal_form: 'ltd',
    company_status: 'active',
    status_group: 'active',
    trading_name: null,
    trading_name_source: null,
  },
  source: 'company_register',
  as_of: '2024-12-01',
  flagged_for_review: false,
};

const ADDRESS_BLOCK: JsonObject = {
  status: 'available',
  value: {
    address_line_1: '9 PRINCES SQUARE',
    address_line_2: null,
    locality: 'HARROGATE',
    region: null,
    postal_code: 'HG1 1ND',
  },
  source: 'company_register',
  as_of: '2024-12-01',
  flagged_for_review: false,
};

const MATCHED: JsonObject = {
  company_number: '08209948',
  company_name: 'ONE STOP RECRUITMENT LIMITED',
  match_confidence: 1,
  matched_on: 'company_number',
};

const ROW: JsonObject = {
  ref: 'crm-1',
  status: 'done',
  matched: MATCHED,
  blocks: { company_identity: IDENTITY_BLOCK, registered_address: ADDRESS_BLOCK },
};

const FAILED_ROW: JsonObject = { ref: 'crm-2', status: 'done', blocks: {}, reason: 'not_matched' };

export const RESOLVED: JsonObject = {
  ...ROW,
  job_id: JOB_ID,
  expires_at: '2026-12-21T12:00:00.000Z',
  complete: true,
  pending_blocks: [],
  ...LINKS,
  stored: true,
};

export const RESOLVED_IN_PART: JsonObject = {
  ref: '',
  status: 'pending',
  matched: MATCHED,
  blocks: {
    company_identity: IDENTITY_BLOCK,
    domain: { status: 'pending' },
    officers: { status: 'not_enabled', reason: 'no_entitlement' },
  },
  job_id: JOB_ID,
  expires_at: null,
  complete: false,
  pending_blocks: ['domain'],
  ...LINKS,
  retry_after_ms: 251,
  warnings: [
    {
      code: 'blocks_not_enabled',
      blocks: ['officers'],
      detail: 'Not enabled for this account, answered not_enabled and not billed: officers.',
    },
  ],
  stored: true,
};

export const COMPLETED_JOB: JsonObject = {
  job_id: JOB_ID,
  status: 'completed',
  blocks: ['company_identity', 'registered_address'],
  counts: { total: 2, processed: 2, succeeded: 1, not_found: 1, failed: 0, site_unreachable: 0 },
  delivery: { mode: 'pull' },
  results_ready: true,
  expires_at: '2026-12-21T12:00:00.000Z',
  created_at: '2026-11-21T11:59:58.000Z',
  finished_at: '2026-11-21T12:00:00.000Z',
};

const NOTHING_YET = { processed: 0, succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 };

export const QUEUED_JOB: JsonObject = {
  ...COMPLETED_JOB,
  status: 'queued',
  counts: { total: 2, ...NOTHING_YET },
  results_ready: false,
  expires_at: null,
  finished_at: null,
  retry_after_ms: 251,
};

export const ACCEPTED_RESOLVE: JsonObject = {
  ...QUEUED_JOB,
  counts: { total: 1, ...NOTHING_YET },
  ...LINKS,
};

const PAGE_END = {
  next_cursor: null,
  remaining: 0,
  results_ready: true,
  expires_at: '2026-12-21T12:00:00.000Z',
};

export const RESULTS: JsonObject = { results: [ROW, FAILED_ROW], ...PAGE_END };

export const RESULTS_WHILE_RUNNING: JsonObject = {
  results: [ROW, { ref: 'crm-2', status: 'pending', blocks: {} }],
  next_cursor: 'eyJleGFtcGxlIjp0cnVlfQ',
  remaining: 8,
  results_ready: false,
  expires_at: null,
};

export const RESULTS_CANCELLED: JsonObject = {
  results: [ROW, { ref: 'crm-2', status: 'done', blocks: {}, reason: 'not_completed' }],
  ...PAGE_END,
};

export const CANDIDATES: readonly JsonObject[] = [
  { company_number: '01234567', company_name: 'EXAMPLE LIMITED' },
  { company_number: '07654321', company_name: 'THE EXAMPLE LIMITED' },
];

export const ERRORS: JsonObject = {
  errors: [
    {
      row: 1,
      ref: 'crm-2',
      company_name: 'NO SUCH COMPANY LIMITED',
      reason: 'not_matched',
      retry_suggested: false,
      detail: 'No company on file has this name.',
    },
    {
      row: 2,
      ref: '',
      company_name: 'EXAMPLE LIMITED',
      reason: 'ambiguous_match',
      retry_suggested: false,
      detail: 'More than one live company has this name.',
      candidates: CANDIDATES,
    },
  ],
  ...PAGE_END,
};

export const SUBMISSION: JsonObject = {
  rows: [
    { ref: 'crm-1', company_number: '08209948' },
    { ref: 'crm-2', company_name: 'NO SUCH COMPANY LIMITED' },
  ],
  blocks: ['company_identity', 'registered_address'],
  options: { min_confidence: 0.7 },
};

const USAGE_HEAD = {
  from: '2026-10-22',
  to: '2026-11-21',
  job_id: null,
  counts: { rows: 1, units: 2 },
  as_of: { position: '00000000000000000042', time: '2026-11-21T12:00:00.000Z' },
};

export const USAGE_BY_BLOCK: JsonObject = {
  ...USAGE_HEAD,
  granularity: 'block',
  items: [
    { block: 'registered_address', units: 1 },
    { block: 'company_identity', units: 1 },
  ],
};

export const USAGE_BY_DAY: JsonObject = {
  ...USAGE_HEAD,
  granularity: 'day',
  currency: 'GBP',
  amount: '0.0300',
  items: [
    {
      date: '2026-11-21',
      rows: 1,
      units: 2,
      blocks: { registered_address: 1, company_identity: 1 },
      currency: 'GBP',
      amount: '0.0300',
    },
  ],
  unpriced: [],
};
