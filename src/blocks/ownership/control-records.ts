/** What the ownership blocks have in common: whether a company's records of control were looked up at all, and when. */
import type { NamedOwner } from '../../facts/owners.fact.js';
import { groupsOf, type PscRecord } from '../../sources/psc/psc-record.js';
import type { Records } from '../../sources/records/record.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { SourceFact } from '../runner/facts.js';
import { listHeldOn } from '../registered/held-list.js';
import { ascending, newestDayFirst } from '../runner/served-lists.js';

type Control = SourceFact<Records<PscRecord>>;
type Of<R extends PscRecord['record']> = Extract<PscRecord, { record: R }>;

export const recordsOf = <R extends PscRecord['record']>({ record }: Control, kind: R): Of<R>[] =>
  (record?.items ?? []).flatMap(({ data }) => (data.record === kind ? [data as Of<R>] : []));

/** In an edition that doesn't hold everybody, only a list of persons that was read whole tells who controls (Blocks 1.11). */
const wasLookedUp = (control: Control): boolean => listHeldOn(control, 'persons') !== null;

/** The day to which what is said holds: of the list, where it was read by itself, else of the edition. */
export const heldOn = (control: Control): IsoDate => listHeldOn(control, 'persons') ?? control.as_of;

/** Keys of the exemptions that hold. */
const exemptionsOf = (control: Control): string[] =>
  recordsOf(control, 'exemption').flatMap(({ exemption_type, exempt_to }) =>
    exempt_to === null ? [exemption_type] : [],
  );

/** What is shown of the owners, and of how many nothing is shown. */
export interface ShownOwners {
  readonly owners: readonly NamedOwner[];
  /** Records that go by the name of a suppressed company. */
  readonly unnamed: ReadonlySet<PscRecord>;
  /** By the groups in which controllers are counted. */
  readonly suppressed: Readonly<Record<string, number>>;
}

export function shownOwners({ record }: Control, named: readonly NamedOwner[]): ShownOwners {
  const hidden = named.filter(({ identity }) => identity.suppressed).map(({ person }) => person);
  const suppressed: Record<string, number> = { ...record?.suppressed };
  for (const group of hidden.flatMap(groupsOf)) suppressed[group] = (suppressed[group] ?? 0) + 1;
  const owners = named.filter(({ identity }) => !identity.suppressed);
  return { owners, unnamed: new Set(hidden), suppressed };
}

/** Why nothing can be said of who controls the company; null where something can. */
export function whyNoControl(control: Control) {
  const provenance = { source: 'company_register_psc', as_of: heldOn(control) } as const;
  if (!wasLookedUp(control)) return { status: 'not_found', reason: 'not_looked_up', ...provenance } as const;
  if (recordsOf(control, 'person').length + recordsOf(control, 'statement').length > 0) return null;
  // Those who are suppressed are on the register all the same.
  if (control.record?.suppressed !== undefined) return null;
  const [exemption] = exemptionsOf(control);
  return {
    status: 'not_found',
    reason: 'no_psc_data_on_file',
    ...provenance,
    ...(exemption !== undefined && { detail: { exemption } }),
  } as const;
}

interface Notified {
  readonly notified_on: IsoDate | null;
  readonly name: string | null;
}

/** Newest first, then by name. */
export const newestFirst = (a: Notified, b: Notified): number =>
  newestDayFirst(a.notified_on, b.notified_on) || ascending(a.name ?? '', b.name ?? '');
