/** The guide to the sandbox: every magic input with its result, for `/docs/sandbox` and docs/sandbox.md. */
import { REFUSALS, type RefusalCode } from '../../packages/contract/src/refusal-code.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';
import type { Guide, GuideRow, GuideTable } from '../api/documentation/guide-page.js';
import { blocksThat, placeOf } from './magic-codes.js';
import {
  codesOf,
  FAILED_JOB_ID,
  MATCHES,
  magicOf,
  RULES,
  SERIES,
  type SeriesName,
} from './magic-companies.js';
import { FIRST_KEY, keyText, SANDBOX_KEYS } from './sandbox-keys.js';
import { DEADLINE_SECONDS, RESOLVE_SECONDS } from './sandbox-settings.js';

/** Returns the number, name and domain of a company. */
const waysOf = (...place: Parameters<typeof magicOf>): readonly string[] => Object.values(magicOf(...place));

/** Reasons that no company of the sandbox stands for, and how to get each. */
const OTHER_REASONS = {
  no_company_key: 'A row without an identifier, or with two. A resolve is 400.',
  invalid_company_number: 'A number of no known form, such as `123`. A resolve is 400.',
  not_completed:
    'A row that a cancel skips: submit 600 rows of which the first is `96000005`, and cancel at once.',
  no_entitlement: 'A block beyond the core with the key `sandboxsmall`: `not_enabled`.',
} as const satisfies Partial<Record<ReasonCode, string>>;

/** The way to get each refusal. */
const REFUSED_BY: Readonly<Record<RefusalCode, string>> = {
  invalid_request: 'Any field that is wrong, such as `blocks=nothing`.',
  invalid_company_number: '`company_number=123`.',
  malformed_cursor: '`cursor=none` on results or errors.',
  malformed_json: 'A body that is no JSON.',
  not_enabled: 'The key `sandboxsmall`, and no block of the core, such as `blocks=scores`.',
  option_not_enabled: '`web_search=true`, with any key.',
  not_found: 'Any other path.',
  job_not_found: 'Any job id of no job, and every job with the key of another account.',
  method_not_allowed: 'Another method.',
  not_acceptable: '`Accept: text/csv`.',
  idempotency_key_reused: 'The same `X-Idempotency-Key` with another request.',
  rows_expired: 'A job of the key `sandboxflash`, a second after its end; of `sandboxbrief`, a minute.',
  not_stored: 'The results of a resolve with `store=false`.',
  body_too_large: 'A body of more than 32 MB, also if it is only announced.',
  too_many_rows: 'More than 3 rows with the key `sandboxsmall`.',
  unsupported_media_type: '`Content-Type: text/plain`.',
  rate_limited:
    'The fourth call in a minute with the key `sandboxtight`; with a `Retry-After` of one second a resolve of `99000429`, and every other call of the key `sandboxagain`.',
  budget_reached: 'Two blocks with the key `sandboxspent`.',
  too_many_open_rows: 'The key `sandboxcrowd`.',
  too_many_open_resolves: 'A resolve with the key `sandboxqueue`.',
  error: 'A resolve of `99000500`; any call with the key `sandboxfault`.',
  intake_busy: 'A job with the key `sandboxqueue`.',
  unavailable: 'A resolve of `99000503`; any call with the key `sandboxlater`.',
};

const refusalRows: readonly GuideRow[] = Object.entries(REFUSED_BY).map(([code, result]) => ({
  request: [`${REFUSALS[code as RefusalCode].status} ${code}`],
  result,
}));

const keyRows: readonly GuideRow[] = SANDBOX_KEYS.map(({ id, about }) => ({
  request: [keyText(id)],
  result: about,
}));

function codeTable(kind: SeriesName, heading: string): GuideTable {
  const rule = RULES[kind];
  const rows = codesOf(kind).map((code) => {
    const blocks = rule === undefined ? [] : blocksThat(rule, code).map((key) => `\`${key}\``);
    const givers = blocks.length > 12 ? 'any block' : blocks.join(', ');
    const result = `\`${code}\`${givers === '' ? '' : `: ${givers}`}`;
    return { request: waysOf(kind, placeOf(code), code), result };
  });
  return { heading, text: `${SERIES[kind].about} Other blocks are \`available\`.`, rows };
}

const COMPANIES: GuideTable = {
  heading: 'Companies',
  text: 'The last six digits of a number are its place: 90000001 to 90999999 are a million companies.',
  rows: [
    { request: waysOf('plain', 1), result: SERIES.plain.about },
    { request: waysOf('pending', 3), result: `${SERIES.pending.about} Here 3.` },
    {
      request: waysOf('pending', 600),
      result: `More than ${DEADLINE_SECONDS} seconds: then the blocks are \`not_found\`, \`source_unavailable\`.`,
    },
    {
      request: waysOf('slow', 2),
      result: `${SERIES.slow.about} Here 2, at most 600. A resolve answers within ${RESOLVE_SECONDS} seconds: a slower one is 502 \`source_unavailable\`.`,
    },
    ...MATCHES.map(({ word, on, confidence }, index) => ({
      request: waysOf('match', index + 1, word),
      result: `Matched on \`${on}\` with confidence ${confidence}, so every value is flagged for review.`,
    })),
    { request: ['any other number, name or domain'], result: 'The row is `not_matched`.' },
  ],
};

const STATES: GuideTable = {
  heading: 'States',
  text: 'Of a job, a row and a block.',
  rows: [
    { request: ['job queued'], result: 'The answer to every submission, and to `wait=false`.' },
    { request: ['job running'], result: 'A job with `96000005`, until its 5 seconds are over.' },
    { request: ['job completed'], result: 'Any job in the end.' },
    { request: ['job cancelling'], result: 'A job with `96000005`, cancelled while it runs.' },
    { request: ['job cancelled'], result: 'The same job when its 5 seconds are over.' },
    {
      request: ['job failed', FAILED_JOB_ID],
      result: 'The status of this job, with any key; it has no results.',
    },
    { request: ['row done', 'block available'], result: '`90000001`.' },
    { request: ['row pending', 'block pending'], result: '`95000003` with `blocks=domain&defer_live=true`.' },
    { request: ['block not_found'], result: 'Any number that begins with 92.' },
    { request: ['block not_enabled', 'warning blocks_not_enabled'], result: 'The key `sandboxsmall`.' },
  ],
};

const HEADER = `It runs on this machine alone, in a folder that is thrown away at the end, and knows no company of the register: every value has \`source\` \`sandbox\`, every company is called SANDBOX, and every number begins with 9.

The handlers, the log, the read models and the usage are those of the service. Only the engine that answers rows is a table.`;

export const SANDBOX_GUIDE: Guide = {
  name: 'sandbox',
  title: 'The sandbox',
  text: HEADER,
  tables: [
    { heading: 'Keys', text: 'They are the same in every sandbox.', rows: keyRows },
    COMPANIES,
    STATES,
    {
      heading: 'Refusals',
      text: 'The key `sandboxreads` lacks the scope `enrich` and `sandboxorder` the scope `read` (403). No key, `sandboxended` and `sandboxclose` are 401.',
      rows: refusalRows,
    },
    codeTable('row', 'Reasons of a row'),
    {
      heading: 'Reasons without a company',
      text: 'What is sent gives rise to them.',
      rows: Object.entries(OTHER_REASONS).map(([code, result]) => ({ request: [code], result })),
    },
    codeTable('reason', 'Reasons of a block'),
    codeTable('advisory', 'Advisories'),
    codeTable('withheld', 'Withheld figures'),
  ],
  notice: 'This is a sandbox: nothing in it is data, and nothing is billed.',
  replacementByExample: { '08209948': magicOf('plain', 1).number },
  apiKey: FIRST_KEY,
};
