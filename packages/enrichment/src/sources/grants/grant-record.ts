/** Reads a published grant (360Giving Data Standard 1.1). */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { namedCompanyNumber, type CompanyNumber } from '../../../../words/src/company-number.js';
import { UnreadableRecord, type FormContext } from '../kit/records/form.js';
import type { Entry } from '../kit/records/record.js';
import { amountOf, idTextOf, isoDayOf, oneOrMore, textOf, type JsonObject } from '../kit/records/values.js';

/** The recipient as the funder typed it. Its company number ties a grant to a company. */
export interface Recipient {
  readonly number: CompanyNumber;
  readonly name: string | null;
  /** The recipient's charity number as typed. It may hold several numbers. */
  readonly charity: string | null;
  /** True if the recipient's id is built from another company number. */
  readonly two_numbers: boolean;
  readonly website: string | null;
}

export interface PublishedGrant {
  readonly awarded_on: IsoDate;
  /** The amount in the currency's main unit, as published; null: none, or several recipients share it. */
  readonly amount: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly funder: string | null;
  readonly title: string | null;
  readonly recipients: readonly Recipient[];
}

export interface GrantRecord extends Omit<PublishedGrant, 'recipients'> {
  /** The recipient's website, as published. */
  readonly website: string | null;
}

/** The index by which grants are found by the company numbers of their recipients. */
export const RECIPIENT = 'recipient';
export const GRANTS = 'grants';

const TITLE_CHARACTERS = 200;
const URL_CHARACTERS = 500;
/** Matches a time with a zone; a time without one is UTC. */
const ZONED = /T[^T]*(?:Z|[+-]\d{2}:?\d{2})$/i;
/** Matches an organisation id that is built from the number, as org-id.guide describes. */
const ORG_ID = /^GB-COH-(\w{1,8})$/i;
const CHARITY_ID = /^GB-(?:CHC|SC|NIC)-\D*(\d+)$/i;

const numberIn = (id: string | null): CompanyNumber | null =>
  namedCompanyNumber(ORG_ID.exec(id ?? '')?.[1] ?? null);

function recipientsOf(filed: JsonObject): Recipient[] {
  const id = idTextOf(filed['id']);
  const typed = idTextOf(filed['companyNumber']);
  const typedNumbers = [numberIn(typed) ?? namedCompanyNumber(typed), numberIn(id)];
  const numbers = [...new Set(typedNumbers.filter((number) => number !== null))];
  const charities = [idTextOf(filed['charityNumber']), CHARITY_ID.exec(id ?? '')?.[1]];
  return numbers.map((number) => ({
    number,
    name: textOf(filed['name']),
    charity: textOf(charities.filter((typed) => typed != null).join(' ')),
    two_numbers: numbers.length > 1,
    website: textOf(filed['url'], URL_CHARACTERS),
  }));
}

/** The time of the funder's last change, in UTC so that texts can be compared; empty: not stated. */
function modifiedAt(filed: unknown): string {
  const day = isoDayOf(filed);
  if (day === null) return '';
  const text = String(filed);
  const at = new Date(ZONED.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
}

/**
 * The entry of a grant, by its funder's id. The newest publication counts, and within it the newest change.
 * A grant without a company among its recipients is stored as dropped.
 */
export function readGrant(grant: JsonObject, { version: published }: Pick<FormContext, 'version'>): Entry[] {
  const [id, awarded_on] = [idTextOf(grant['id']), isoDayOf(grant['awardDate'])];
  if (id === null || awarded_on === null) throw new UnreadableRecord('the grant has no id or no award date');
  const [funder] = oneOrMore(grant['fundingOrganization']);
  const organisations = oneOrMore(grant['recipientOrganization']);
  const recipients = organisations.flatMap(recipientsOf);
  const modified = modifiedAt(grant['dateModified']);
  const version = published === '' ? modified || awarded_on : `${published}/${modified}`;
  const place = { subject: id, list: GRANTS, key: id, version };
  if (recipients.length === 0) return [{ kind: 'drop', ...place }];
  const data: PublishedGrant = {
    awarded_on,
    amount: organisations.length > 1 ? null : amountOf(grant['amountAwarded']),
    currency: /^[A-Z]{3}$/.exec(textOf(grant['currency'])?.toUpperCase() ?? '')?.[0] ?? null,
    funder: textOf(funder?.['name']),
    title: textOf(grant['title'], TITLE_CHARACTERS),
    recipients,
  };
  const links = [...new Set(recipients.map(({ number }) => number))].map(
    (number) => [RECIPIENT, number] as const,
  );
  return [{ kind: 'put', ...place, data, links }];
}
