/** A planning application as it is submitted, in the form of the planning application data specification. */
import { UnreadableRecord } from '../kit/records/form.js';
import {
  isObject,
  isoDayOf,
  listOf,
  objectsOf,
  partOf,
  textOf,
  type JsonObject,
} from '../kit/records/values.js';
import { planningRecord, type PlanningRecord } from './planning-record.js';

/** Applicants are persons, who are not kept; one that acts for a company names it. */
const companyOf = (applicant: unknown): string[] => {
  if (!isObject(applicant)) return [];
  const { company } = applicant;
  const name = textOf(isObject(company) ? company['name'] : company) ?? textOf(applicant['company-name']);
  return name === null ? [] : [name];
};

/** @throws UnreadableRecord */
export function applicationRecord(document: JsonObject): PlanningRecord {
  const submission = partOf(document['submission-details']);
  const reference = textOf(submission['submission-reference']);
  const authority = textOf(submission['planning-authority']);
  if (reference === null) throw new UnreadableRecord('the application has no submission-reference');
  if (authority === null) throw new UnreadableRecord('the application names no planning-authority');
  const [site] = objectsOf(partOf(document['site-details'])['site-locations']);
  const address = partOf(site?.['site-address']);
  const types = listOf(submission['application-types']).flatMap((type) => textOf(type) ?? []);
  return planningRecord({
    register: 'applications',
    reference,
    authority,
    authority_code: null,
    description: textOf(partOf(document['proposal-details'])['description'], 500),
    type: types.length === 0 ? null : types.join(', '),
    status: 'submitted',
    decision: null,
    received_on: isoDayOf(submission['submitted-at']) ?? isoDayOf(submission['created-at']),
    decided_on: null,
    site_address: textOf(address['address-text'], 500),
    postcode: textOf(address['postcode']),
    applicants: listOf(partOf(document['applicant-details'])['applicants']).flatMap(companyOf),
    url: null,
  });
}
