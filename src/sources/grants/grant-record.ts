/** A grant as its funder published it (360Giving Data Standard 1.1). */
import type { IsoDate } from '../../shared/calendar.js';
import { completeCompanyNumber, type CompanyNumber } from '../../shared/company-number.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { Entry } from '../kit/records/record.js';
import { isoDayOf, objectsOf, textOf, type JsonObject } from '../kit/records/values.js';

export interface GrantRecord {
  readonly awarded_on: IsoDate;
  /** In the currency's main unit, as published; null where it is none. */
  readonly amount: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly funder: string | null;
  readonly title: string | null;
  /** The recipient's website, as published. */
  readonly website: string | null;
}

const TITLE_CHARACTERS = 200;
const URL_CHARACTERS = 500;
/** Organisation ids may be built from the number, as org-id.guide has it. */
const ORG_ID = /^GB-COH-(\w{1,8})$/;

function numberOf(recipient: JsonObject): CompanyNumber | null {
  const [, inId = null] = ORG_ID.exec(textOf(recipient['id']) ?? '') ?? [];
  return completeCompanyNumber(textOf(recipient['companyNumber'])) ?? completeCompanyNumber(inId);
}

/** One entry for each recipient with a company number; a charity or a person has none. @throws UnreadableRecord */
export function readGrant(grant: JsonObject): Entry[] {
  const [id, awarded_on] = [textOf(grant['id']), isoDayOf(grant['awardDate'])];
  if (id === null || awarded_on === null) throw new UnreadableRecord('the grant has no id or no award date');
  const [funder] = objectsOf(grant['fundingOrganization']);
  const { amountAwarded: amount } = grant;
  const data: Omit<GrantRecord, 'website'> = {
    awarded_on,
    amount: typeof amount === 'number' && Number.isFinite(amount) ? amount : null,
    currency: /^[A-Z]{3}$/.exec(textOf(grant['currency'])?.toUpperCase() ?? '')?.[0] ?? null,
    funder: textOf(funder?.['name']),
    title: textOf(grant['title'], TITLE_CHARACTERS),
  };
  const version = isoDayOf(grant['dateModified']) ?? awarded_on;
  return objectsOf(grant['recipientOrganization']).flatMap((recipient): Entry[] => {
    const subject = numberOf(recipient);
    if (subject === null) return [];
    const website = textOf(recipient['url'], URL_CHARACTERS);
    return [{ kind: 'put', subject, list: 'grants', key: id, version, data: { ...data, website } }];
  });
}
