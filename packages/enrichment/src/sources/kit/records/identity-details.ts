/** Reads the identity verification of a person in one role (Economic Crime Act 2023). */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import { isObject, isoDayOf, listOf, textOf } from './values.js';

export interface IdentityDetails {
  /** The day of the person's statement of being verified. */
  readonly statement_on: IsoDate | null;
  /** The day by which the statement must be made. */
  readonly due_on: IsoDate | null;
  /** The first day on which the person counts as verified for this role. */
  readonly start_on: IsoDate | null;
  /** The last day; null: still in place. */
  readonly end_on: IsoDate | null;
  /** The authorised service provider that verified the person; null: the register did, or it is unknown. */
  readonly provider: string | null;
  /** The bodies that supervise the provider. */
  readonly supervisors: readonly string[];
}

const MAX_SUPERVISORS = 20;
/** The register's day for an end that is not known yet. */
const STILL_IN_PLACE = '9999-12-31';

/** Undefined: the record has no such details. The person's preferred name is not read. */
export function identityDetailsOf(filed: unknown): IdentityDetails | undefined {
  if (!isObject(filed)) return undefined;
  const end = isoDayOf(filed['appointment_verification_end_on']);
  return {
    statement_on: isoDayOf(filed['appointment_verification_statement_date']),
    due_on: isoDayOf(filed['appointment_verification_statement_due_on']),
    start_on: isoDayOf(filed['appointment_verification_start_on']),
    end_on: end === STILL_IN_PLACE ? null : end,
    provider: textOf(filed['authorised_corporate_service_provider_name']),
    supervisors: listOf(filed['anti_money_laundering_supervisory_bodies'])
      .flatMap((body) => textOf(body) ?? [])
      .slice(0, MAX_SUPERVISORS),
  };
}
