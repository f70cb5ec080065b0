/** Types of appointment in the bulk files, and the register's keys for them (its API enumerations, OGL v3.0). */
import { UnreadableRecord } from '../kit/records/form.js';

interface AppointmentType {
  readonly role: string;
  readonly resigned: boolean;
}

const holds = (role: string): AppointmentType => ({ role, resigned: false });
const resigned = (role: string): AppointmentType => ({ role, resigned: true });

/** Those of who has resigned stand in update files only. */
const TYPES: Readonly<Record<string, AppointmentType>> = {
  '00': holds('secretary'),
  '01': holds('director'),
  '02': resigned('secretary'),
  '03': resigned('director'),
  '04': holds('llp-member'),
  '05': holds('llp-designated-member'),
  '06': resigned('llp-member'),
  '07': resigned('llp-designated-member'),
  '11': holds('judicial-factor'),
  '12': holds('receiver-and-manager'),
  '13': holds('cic-manager'),
  '14': resigned('judicial-factor'),
  '15': resigned('receiver-and-manager'),
  '16': resigned('cic-manager'),
  '17': holds('member-of-an-administrative-organ'),
  '18': holds('member-of-a-supervisory-organ'),
  '19': holds('member-of-a-management-organ'),
  '20': resigned('member-of-an-administrative-organ'),
  '21': resigned('member-of-a-supervisory-organ'),
  '22': resigned('member-of-a-management-organ'),
};
/** A company in such a role has a role of its own name. */
const CORPORATE_ROLES = /^(?:secretary|director|llp-|member-of-)/;

/** An appointment that was recorded in error. */
export const ERRORED = '99';

/** @throws UnreadableRecord */
export function appointmentType(type: string, corporate: boolean): AppointmentType {
  const known = TYPES[type];
  if (known === undefined) throw new UnreadableRecord(`'${type}' is no type of appointment`);
  return corporate && CORPORATE_ROLES.test(known.role)
    ? { ...known, role: `corporate-${known.role}` }
    : known;
}
