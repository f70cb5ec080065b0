/** Reads the parameters of GET /v1/resolve strictly and checks them together (Spec 5.4). */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { canonicalize } from 'json-canonicalize';
import { refusePastedKeys } from '../../access/pasted-keys.js';
import { filledText, flag, isLongerThan, listOf, text } from '../../../packages/platform/src/http/checks.js';
import { Optional, requestOf } from '../../../packages/platform/src/http/dto.js';
import type { FieldProblems } from '../../../packages/platform/src/http/field-errors.js';
import { ProblemList, WHOLE_REQUEST } from '../../../packages/platform/src/http/field-errors.js';
import { parseQuery, singleParameters } from '../../../packages/platform/src/http/query/query-string.js';
import type { ValueReader } from '../../../packages/platform/src/http/query/query-values.js';
import { asFlag, asList, asText, valuesOf } from '../../../packages/platform/src/http/query/query-values.js';
import { BLOCK_KEYS, type BlockKey } from '../../../packages/contract/src/block-key.js';
import {
  companyNumberProblem,
  parseCompanyNumber,
  parseWrittenNumber,
} from '../../../packages/words/src/company-number.js';
import type { RequestedOptions } from '../../../packages/contract/src/options.js';
import { COMPANY_IDENTIFIERS, IDENTIFIER_LIMITS, REF_LIMIT } from '../request/identifiers.js';
import { OPTION_READERS, OptionsRequest, requestedOptions } from '../request/options.request.js';

class ResolveRequest extends OptionsRequest {
  @Optional(filledText(IDENTIFIER_LIMITS.company_number))
  readonly company_number?: string;

  @Optional(filledText(IDENTIFIER_LIMITS.company_name))
  readonly company_name?: string;

  @Optional(filledText(IDENTIFIER_LIMITS.domain))
  readonly domain?: string;

  @Optional(listOf({ words: BLOCK_KEYS, called: 'block' }))
  readonly blocks?: readonly BlockKey[];

  @Optional(text(REF_LIMIT))
  readonly ref?: string;

  @Optional(flag)
  readonly defer_live?: boolean;

  @Optional(flag)
  readonly wait?: boolean;

  @Optional(flag)
  readonly store?: boolean;
}

const READERS = {
  company_number: asText,
  company_name: asText,
  domain: asText,
  blocks: asList,
  ref: asText,
  defer_live: asFlag,
  wait: asFlag,
  store: asFlag,
  ...OPTION_READERS,
} as const satisfies Readonly<Record<keyof ResolveRequest, ValueReader>>;

const RESOLVE_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(READERS));
const COMMA_SEPARATED: ReadonlySet<string> = new Set(['blocks']);

export type ParsedResolve =
  | {
      readonly outcome: 'parsed';
      readonly row: SubmittedRow;
      readonly blocks: readonly BlockKey[] | null;
      readonly options: RequestedOptions;
      readonly deferLive: boolean;
      readonly wait: boolean;
      readonly store: boolean;
      /** The canonical form of the request, from which its fingerprint is made (Contract 3.9). */
      readonly canonical: string;
    }
  | {
      readonly outcome: 'refused';
      readonly code: 'invalid_request' | 'invalid_company_number';
      readonly problems: FieldProblems;
    };

function checkIdentifiers(request: ResolveRequest, problems: ProblemList): void {
  const identifiers = COMPANY_IDENTIFIERS.filter((name) => request[name] !== undefined);
  // An identifier that can't be decoded counts as sent. Its fault is reported elsewhere.
  if (identifiers.length === 0 && !COMPANY_IDENTIFIERS.some((name) => problems.has(name))) {
    problems.add(WHOLE_REQUEST, `Exactly one of ${COMPANY_IDENTIFIERS.join(', ')} must be given; none is.`);
  }
  if (identifiers.length > 1) {
    for (const name of identifiers)
      problems.add(name, `Only one of ${COMPANY_IDENTIFIERS.join(', ')} may be given.`);
  }
}

function checkCombinations(request: ResolveRequest, problems: ProblemList): void {
  const report = (names: readonly (keyof ResolveRequest)[], sentence: string): void => {
    for (const name of names) problems.add(name, sentence);
  };
  const isDeferred = request.defer_live === true;
  if (isDeferred && request.wait === false) {
    report(['defer_live', 'wait'], "defer_live=true can't be combined with wait=false.");
  }
  if (isDeferred && request.store === false) {
    report(['defer_live', 'store'], "defer_live=true can't be combined with store=false.");
  }
  if (request.wait === false && request.store === false) {
    report(['wait', 'store'], "wait=false can't be combined with store=false: nothing could be collected.");
  }
  const usesLiveContacts = request.contacts_lookup === undefined || request.contacts_lookup === 'live';
  if (request.include_phone === true && usesLiveContacts && !isDeferred && request.wait !== false) {
    const contactFields = request.contacts_lookup === undefined ? [] : (['contacts_lookup'] as const);
    report(
      ['include_phone', ...contactFields],
      'include_phone=true with contacts_lookup=live needs defer_live=true or wait=false.',
    );
  }
}

/** Returns a number of unknown form, which is valid only if an edition has it (Contract 2.9); else null. */
export function numberToConfirm({ company_number = '' }: SubmittedRow): string | null {
  return parseCompanyNumber(company_number) === null ? parseWrittenNumber(company_number) : null;
}

/** Reports a fault in the form of the company number. Returns true if there is one. */
function checkNumber({ company_number }: ResolveRequest, problems: ProblemList): boolean {
  if (company_number === undefined || company_number.trim() === '') return false;
  if (isLongerThan(company_number, IDENTIFIER_LIMITS.company_number)) return false;
  if (parseWrittenNumber(company_number) !== null) return false;
  problems.add('company_number', companyNumberProblem(company_number));
  return true;
}

/** @param problems faults that were found in the headers; faults of the parameters are added */
export function parseResolve(queryText: string, problems: ProblemList): ParsedResolve {
  const parameters = singleParameters(
    parseQuery(queryText, problems),
    RESOLVE_PARAMETERS,
    problems,
    COMMA_SEPARATED,
  );
  refusePastedKeys(parameters, problems);
  const request = requestOf(ResolveRequest, valuesOf(parameters, READERS), problems);
  checkIdentifiers(request, problems);
  checkCombinations(request, problems);
  const hasBadNumber = checkNumber(request, problems);
  if (problems.total > 0) {
    const code = hasBadNumber && problems.total === 1 ? 'invalid_company_number' : 'invalid_request';
    return { outcome: 'refused', code, problems: problems.problems() };
  }
  return parsedResolve(request);
}

const withTrimmedTexts = (request: ResolveRequest): object =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  );

function parsedResolve(request: ResolveRequest): ParsedResolve {
  const { ref, company_number, company_name, domain } = request;
  return {
    outcome: 'parsed',
    row: {
      ...(ref === undefined ? {} : { ref }),
      ...(company_number === undefined ? {} : { company_number }),
      ...(company_name === undefined ? {} : { company_name }),
      ...(domain === undefined ? {} : { domain }),
    },
    blocks: request.blocks === undefined ? null : [...new Set(request.blocks)],
    options: requestedOptions(request),
    deferLive: request.defer_live ?? false,
    wait: request.wait ?? true,
    store: request.store ?? true,
    canonical: `GET /v1/resolve\n${canonicalize(withTrimmedTexts(request))}`,
  };
}
