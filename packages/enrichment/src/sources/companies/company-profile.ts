/**
 * Reads a company profile of the register's API (`GET /company/{number}`, and the stream of company
 * profiles) into the same record as a row of the file. Keys become the words of the file, so that blocks
 * answer both alike.
 */
import { UnreadableRecord } from '../kit/records/form.js';
import type { ReadItem, RegisterList } from '../kit/records/register-lines.js';
import {
  isoDayOf,
  listOf,
  objectsOf,
  partOf,
  publishedNumber,
  textOf,
  wholeNumberOf,
  type JsonObject,
} from '../kit/records/values.js';
import type { CompanyRecord, PreviousName, ProfileFacts, RegisteredOffice } from './company-record.js';
import { annotationsOf } from './annotation.js';
import { NO_ACCOUNTS_FILED } from './accounts-category.js';
import { printedCategory } from './legal-form.js';

const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** The key of a type of accounts; null: the API has none. */
const accountsKeyOf = (type: unknown): string | null => (type === 'null' ? NO_ACCOUNTS_FILED : textOf(type));

/** The key; null for the text `null`, which the register writes for an absent value. */
const keyOf = (value: unknown): string | null => {
  const key = textOf(value);
  return key === 'null' ? null : key;
};

function firstLine(address: JsonObject): string | null {
  const [line, premises] = [textOf(address['address_line_1']), textOf(address['premises'])];
  if (premises === null || line?.startsWith(premises) === true) return line;
  return line === null ? premises : `${premises} ${line}`;
}

function officeOf(address: JsonObject): RegisteredOffice {
  const country = textOf(address['country']);
  return {
    care_of: textOf(address['care_of'] ?? address['care_of_name']),
    po_box: textOf(address['po_box']),
    line_1: firstLine(address),
    line_2: textOf(address['address_line_2']),
    post_town: textOf(address['locality']),
    county: textOf(address['region']),
    country: country === 'Not specified' ? null : country,
    postcode: textOf(address['postal_code']),
  };
}

function accountsOf(profile: JsonObject): CompanyRecord['accounts'] {
  const accounts = partOf(profile['accounts']);
  const [last, next] = [partOf(accounts['last_accounts']), partOf(accounts['next_accounts'])];
  const reference = partOf(accounts['accounting_reference_date']);
  return {
    reference_day: wholeNumberOf(reference['day']),
    reference_month: wholeNumberOf(reference['month']),
    next_due_on: isoDayOf(next['due_on']) ?? isoDayOf(accounts['next_due']),
    last_made_up_on: isoDayOf(last['period_end_on']) ?? isoDayOf(last['made_up_to']),
    category: accountsKeyOf(last['type']),
  };
}

/** The origin of a company. The file names its country, the API its jurisdiction. */
function originOf(profile: JsonObject): string | null {
  const registry = partOf(partOf(profile['foreign_company_details'])['originating_registry']);
  const abroad = textOf(registry['country']);
  if (abroad !== null) return abroad;
  const jurisdiction = textOf(profile['jurisdiction']);
  const isForeign = jurisdiction === null || jurisdiction === 'noneu' || jurisdiction === 'european-union';
  return isForeign ? null : 'United Kingdom';
}

const namesOf = (profile: JsonObject): PreviousName[] =>
  objectsOf(profile['previous_company_names'])
    .flatMap((previous) => {
      const name = textOf(previous['name']);
      return name === null ? [] : [{ name, ceased_on: isoDayOf(previous['ceased_on']) }];
    })
    .sort((a, b) => ((a.ceased_on ?? '') < (b.ceased_on ?? '') ? 1 : -1));

/** The legal form. Community interest companies have their own, as in the file. */
function formOf(profile: JsonObject): string | null {
  const isInterestCompany = profile['subtype'] === 'community-interest-company';
  return isInterestCompany || profile['is_community_interest_company'] === true
    ? 'community-interest-company'
    : keyOf(profile['type']);
}

function factsOf(profile: JsonObject, type: string | null): ProfileFacts {
  const accounts = partOf(profile['accounts']);
  const annotations = annotationsOf(profile['corporate_annotation']);
  const [subtype, term] = [keyOf(profile['subtype']), keyOf(profile['term'])];
  return {
    type,
    status_detail: keyOf(profile['company_status_detail']),
    office_in_dispute: profile['registered_office_is_in_dispute'] === true,
    office_undeliverable: profile['undeliverable_registered_office_address'] === true,
    has_insolvency_history: profile['has_insolvency_history'] === true,
    accounts_overdue: flagOf(partOf(accounts['next_accounts'])['overdue']) ?? flagOf(accounts['overdue']),
    ...(annotations.length > 0 && { annotations }),
    ...(subtype !== null && subtype !== type && { subtype }),
    ...(term !== null && { term }),
  };
}

const MAX_SIC_CODES = 4;

function recordOf(profile: JsonObject, name: string): CompanyRecord {
  const form = formOf(profile);
  const statement = partOf(profile['confirmation_statement']);
  return {
    number: publishedNumber(profile['company_number']),
    name,
    office: officeOf(partOf(profile['registered_office_address'])),
    category: form === null ? null : printedCategory(form),
    status: keyOf(profile['company_status']),
    country_of_origin: originOf(profile),
    dissolved_on: isoDayOf(profile['date_of_cessation']),
    incorporated_on: isoDayOf(profile['date_of_creation']),
    accounts: accountsOf(profile),
    confirmation_statement: {
      next_due_on: isoDayOf(statement['next_due']),
      last_made_up_on: isoDayOf(statement['last_made_up_to']),
    },
    // A profile has no counts, and its flag is false even for some companies with charges.
    mortgages: { charges: null, outstanding: null, part_satisfied: null, satisfied: null },
    sic: listOf(profile['sic_codes'])
      .slice(0, MAX_SIC_CODES)
      .flatMap((code) => textOf(code) ?? []),
    partners: { general: null, limited: null },
    previous_names: namesOf(profile),
    profile: factsOf(profile, form),
    version: null,
  };
}

/** @throws UnreadableRecord */
export function readProfile(
  profile: JsonObject,
  company: string,
): ReadItem & { readonly data: CompanyRecord } {
  const name = textOf(profile['company_name']);
  if (name === null) throw new UnreadableRecord('the company has no name');
  const data = recordOf(profile, name);
  if (data.number !== company)
    throw new UnreadableRecord(`the profile is of ${data.number}, not of ${company}`);
  return { key: 'profile', data };
}

export const PROFILES = {
  list: 'profile',
  resource: 'company-profile',
  events: ['company-profile'],
  items: null,
  read: readProfile,
} as const satisfies RegisterList;
