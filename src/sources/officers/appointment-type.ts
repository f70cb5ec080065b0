/** Types of appointment in the bulk files, and the register's keys for them (its API enumerations, OGL v3.0). */
import { UnreadableRecord } from '../kit/records/form.js';

interface AppointmentType {
  readonly role: string;
  readonly resigned: boolean;
}

/** Each role by the type of who holds it, and of who has resigned, which stands in update files only. */
const ROLES: readonly (readonly [role: string, holds: string, resigned: string])[] = [
  ['secretary', '00', '02'],
  ['director', '01', '03'],
  ['llp-member', '04', '06'],
  ['llp-designated-member', '05', '07'],
  ['judicial-factor', '11', '14'],
  ['receiver-and-manager', '12', '15'],
  ['cic-manager', '13', '16'],
  ['member-of-an-administrative-organ', '17', '20'],
  ['member-of-a-supervisory-organ', '18', '21'],
  ['member-of-a-management-organ', '19', '22'],
];
const TYPES: ReadonlyMap<string, AppointmentType> = new Map(
  ROLES.flatMap(([role, holds, resigned]): [string, AppointmentType][] => [
    [holds, { role, resigned: false }],
    [resigned, { role, resigned: true }],
  ]),
);

/** A company in such a role has a role of its own name. */
const CORPORATE_ROLES = /^(?:secretary|director|llp-|member-of-)/;

/** An appointment that was recorded in error. */
export const ERRORED = '99';

/** @throws UnreadableRecord */
export function appointmentType(type: string, corporate: boolean): AppointmentType {
  const known = TYPES.get(type);
  if (known === undefined) throw new UnreadableRecord(`'${type}' is no type of appointment`);
  return corporate && CORPORATE_ROLES.test(known.role)
    ? { ...known, role: `corporate-${known.role}` }
    : known;
}
