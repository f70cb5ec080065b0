/** Prepares a company's records of control for the ownership blocks, with the day to which they hold. */
import type { NamedOwner } from '../../sources/facts/owners.fact.js';
import {
  groupsOf,
  type ControlPerson,
  type ControlStatement,
  type PscRecord,
} from '../../sources/psc/psc-record.js';
import { listHeldOn } from '../../sources/kit/records/held-on.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { heldThrough } from '../../sources/psc/ownership-band.js';
import { standingStatements } from '../../sources/psc/control-statement.js';
import type { Once, SourceFact } from '../runner/facts.js';
import { ascending, newestDayFirst } from '../runner/served-lists.js';

type Control = SourceFact<Records<PscRecord>>;

/** A company's records of control, prepared once for all ownership blocks of a row. */
interface HeldControl {
  readonly persons: readonly ControlPerson[];
  /** The standing statements: the gravest first, then the newest. */
  readonly statements: readonly ControlStatement[];
  /** The day up to which the answer holds: that of the list if it was read by itself, else of the edition. */
  readonly as_of: IsoDate;
  /** True if the list isn't known to be complete, so that more records may exist (Blocks 1.11). */
  readonly isPart: boolean;
  /** The reason why the controllers are unknown; null: they are known. */
  readonly missing: ReturnType<typeof whyNoControl>;
}

export const heldControl = (psc: Control, once: Once): HeldControl =>
  once(prepareControl, () => prepareControl(psc));

function prepareControl(control: Control): HeldControl {
  const persons: ControlPerson[] = [];
  const items = control.record?.items ?? [];
  for (const { data } of items) if (data.record === 'person') persons.push(data);
  // In a part of the register, only a complete list proves that no one else controls (Blocks 1.11).
  const heldTo = listHeldOn(control, 'persons');
  const hasRecord = items.some(({ data }) => data.record !== 'exemption');
  const missing = whyNoControl(control, { heldTo, hasRecord });
  const as_of = heldTo ?? control.as_of;
  const statements = standingStatements(items, as_of);
  return { persons, statements, as_of, isPart: heldTo === null, missing };
}

function whyNoControl(
  { record, as_of }: Control,
  { heldTo, hasRecord }: { readonly heldTo: IsoDate | null; readonly hasRecord: boolean },
) {
  // Suppressed controllers are still on the register.
  if (hasRecord || record?.suppressed !== undefined) return null;
  const provenance = { source: 'company_register_psc', as_of: heldTo ?? as_of } as const;
  const exemption = exemptionIn(record);
  if (heldTo === null && exemption === undefined) return notLookedUp(provenance.as_of);
  return {
    status: 'not_found',
    reason: 'no_psc_data_on_file',
    ...provenance,
    ...(exemption !== undefined && { detail: { exemption } }),
  } as const;
}

/** The answer if another part of the file may have the records. */
export const notLookedUp = (as_of: IsoDate) =>
  ({ status: 'not_found', reason: 'not_looked_up', source: 'company_register_psc', as_of }) as const;

/** The key of the first exemption that holds. */
export const exemptionIn = (record: Control['record']): string | undefined =>
  record?.items
    .map(({ data }) => data)
    .filter((data) => data.record === 'exemption')
    .find(({ exempt_to }) => exempt_to === null)?.exemption_type;

/**
 * Leaves out owners that are suppressed companies: `unnamed` has their records, and `suppressed` the number
 * of all suppressed controllers by the groups in which they are counted. The records hold up to `day`.
 */
export function shownOwners({ record }: Control, named: readonly NamedOwner[], day: IsoDate) {
  const hidden = named.filter(({ identity }) => identity.suppressed).map(({ person }) => person);
  if (hidden.length === 0) return { owners: named, unnamed: NOBODY, suppressed: record?.suppressed ?? NONE };
  const suppressed: Record<string, number> = { ...record?.suppressed };
  for (const group of hidden.flatMap((person) => groupsOf(person, day)))
    suppressed[group] = (suppressed[group] ?? 0) + 1;
  const owners = named.filter(({ identity }) => !identity.suppressed);
  return { owners, unnamed: new Set(hidden), suppressed };
}
const NOBODY: ReadonlySet<PscRecord> = new Set();
const NONE: Readonly<Record<string, number>> = {};

/** Details about controllers. Doubted numbers (Blocks 5.5) and stakes of trusts or firms are flagged. */
export function controllerNotes(persons: readonly ControlPerson[], owners: readonly NamedOwner[]) {
  const doubted = new Set(
    owners.filter(({ identity }) => identity.doubted !== undefined).map(({ person }) => person),
  );
  const listed = persons.slice(0, MAX_SERVED);
  const number_as_filed = listed
    .filter((person) => doubted.has(person))
    .map(({ name, identification }) => ({ name, number: identification?.registration_number ?? null }));
  const held_through = listed
    .map(({ name, natures_of_control }) => ({ name, through: heldThrough(natures_of_control) }))
    .filter(({ through }) => through.length > 0);
  const is_sanctioned = listed.filter((person) => person.is_sanctioned).map(({ name }) => name);
  return {
    isFlagged: number_as_filed.length + held_through.length > 0,
    detail: {
      ...(number_as_filed.length > 0 && { number_as_filed }),
      ...(held_through.length > 0 && { held_through }),
      ...(is_sanctioned.length > 0 && { is_sanctioned }),
    },
  };
}

/** The maximum number of served items (Blocks 1.3). */
export const MAX_SERVED = 100;

type Notified = Pick<ControlPerson, 'notified_on' | 'name'>;

/** Sorts the newest first, then by name. */
export const newestFirst = (a: Notified, b: Notified): number =>
  newestDayFirst(a.notified_on, b.notified_on) || ascending(a.name ?? '', b.name ?? '');
