/** Reads the control of one company on file: majority owners and control statements. */
import type { CompanyRecord } from '../companies/company-record.js';
import { saysExempt, saysNobody, saysUnidentified, standingStatements } from '../psc/control-statement.js';
import { heldThrough, isOfLandAlone, majorityBand, mayBeMajority } from '../psc/ownership-band.js';
import {
  controlHeldOn,
  isCurrentController,
  LEFT_OUT,
  type ControlPerson,
  type ControlStatement,
  type PscRecord,
} from '../psc/psc-record.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import type { Records } from '../kit/records/record.js';
import type { NamedOwner, OwnerIdentity } from './owners.fact.js';

/** The stake of an owner in the chain. `25+`: a stake that may be a half or more. */
export type StepBand = '75-100' | '50-75' | '25+';

/** A company or legal person that holds half or more, or may hold as much. */
interface MajorityOwner {
  readonly name: string;
  readonly identity: OwnerIdentity;
  readonly band: StepBand;
  /** The bodies through which the whole majority is held. */
  readonly through: readonly ('trust' | 'firm')[];
}

/** The control of one company on file. */
export interface Level {
  readonly company_name: string;
  /** The day of the company's last confirmation statement; null: it filed none, or files none. */
  readonly confirmed_on: IsoDate | null;
  /** The day up to which its control records hold. */
  readonly held_on: IsoDate;
  /** The control; null: nothing is on file, or only an exemption. */
  readonly control: {
    readonly owner: MajorityOwner | null;
    /** The names of other owners with an equal stake. */
    readonly ties: readonly string[];
    /** True if two candidates are equal by every rule. */
    readonly unbreakable: boolean;
    /** The number of all current controllers. */
    readonly controllers: number;
    /** The number of current controllers that are companies or legal persons. */
    readonly corporate_owners: number;
    readonly individual_majority: boolean;
    /** True if a statement in force says that an unknown person controls the company, or may. */
    readonly unidentified: boolean;
    readonly nobody: boolean;
    /** True if the owner of half or more is suppressed. */
    readonly suppressed: boolean;
  } | null;
  readonly exempt: boolean;
}

const hasMajority = ({ natures_of_control }: ControlPerson): boolean =>
  majorityBand(natures_of_control) !== null;

/** The bodies through which the majority is held; empty if it is also held directly. */
function throughOf(natures: readonly string[]): readonly ('trust' | 'firm')[] {
  const direct = natures.filter((nature) => heldThrough([nature]).length === 0);
  return majorityBand(direct) !== null || mayBeMajority(direct) ? [] : heldThrough(natures);
}

/** A text that ranks majority owners: three quarters or more first, then the latest notified. */
function rank({ person }: NamedOwner): string {
  return `${majorityBand(person.natures_of_control) === '75-100' ? 1 : 0} ${person.notified_on ?? ''}`;
}

/** The owners that hold half or more. If none is known, the only controller, if it may hold as much. */
function holdersOf(
  { suppressed }: Records<PscRecord>,
  controllers: readonly ControlPerson[],
  corporate: readonly NamedOwner[],
): readonly NamedOwner[] {
  const holders = corporate.filter(({ person }) => hasMajority(person));
  if (holders.length > 0 || suppressed !== undefined) return holders;
  const [controller, ...others] = controllers;
  if (controller === undefined || others.length > 0) return [];
  return corporate.filter(
    ({ person }) => person === controller && mayBeMajority(controller.natures_of_control),
  );
}

/** Returns true if the person has a stake, a right or influence in the company itself, not only in land. */
const controls = (person: ControlPerson, day: IsoDate): boolean =>
  isCurrentController(person, day) && !isOfLandAlone(person.natures_of_control);

const controllersIn = ({ items }: Records<PscRecord>, day: IsoDate): ControlPerson[] =>
  items.flatMap(({ data }) => (data.record === 'person' && controls(data, day) ? [data] : []));

/** Compares owners. One owner may have several records, such as one of shares and one of votes. */
const isSameOwner = (owner: NamedOwner, other: NamedOwner | undefined): boolean =>
  other !== undefined &&
  (owner.identity.company_number !== null || other.identity.company_number !== null
    ? owner.identity.company_number === other.identity.company_number
    : normaliseName(owner.person.name ?? '') === normaliseName(other.person.name ?? ''));

interface Filed {
  readonly records: Records<PscRecord>;
  /** The company's owners, including ceased ones. */
  readonly owners: readonly NamedOwner[];
  /** The day up to which the records hold. */
  readonly day: IsoDate;
  /** The statements in force on that day. */
  readonly statements: readonly ControlStatement[];
}

function controlOf({ records, owners, day, statements }: Filed): Level['control'] {
  const hiddenIn = (group: string): number => records.suppressed?.[group] ?? 0;
  const controllers = controllersIn(records, day);
  const corporate = owners.filter(({ person }) => controls(person, day));
  const holders = holdersOf(records, controllers, corporate);
  const [best, ...others] = holders
    .filter(({ identity }) => !identity.suppressed)
    .sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
  const otherOwners = others.filter((other) => !isSameOwner(other, best));
  const individuals = controllers.filter((person) => person.type === 'individual' && hasMajority(person));
  const tied = best === undefined ? [] : [...otherOwners.map(({ person }) => person), ...individuals];
  return {
    owner:
      best === undefined
        ? null
        : {
            name: best.person.name ?? '',
            identity: best.identity,
            band: majorityBand(best.person.natures_of_control) ?? '25+',
            through: throughOf(best.person.natures_of_control),
          },
    ties: tied.flatMap(({ name }) => name ?? []),
    unbreakable: best !== undefined && otherOwners.some((other) => rank(other) === rank(best)),
    controllers: controllers.length + hiddenIn(LEFT_OUT.current),
    corporate_owners: corporate.length + hiddenIn(LEFT_OUT.owners),
    unidentified: statements.some(saysUnidentified),
    nobody: statements.some(saysNobody),
    individual_majority: individuals.length + hiddenIn(LEFT_OUT.majority_individuals) > 0,
    suppressed: hiddenIn(LEFT_OUT.majority_owners) > 0 || holders.some(({ identity }) => identity.suppressed),
  };
}

const hasData = ({ items, suppressed }: Records<PscRecord>): boolean =>
  suppressed !== undefined || items.some(({ data }) => data.record !== 'exemption');
const isExempt = ({ records: { items }, statements }: Filed): boolean =>
  items.some(({ data }) => data.record === 'exemption' && data.exempt_to === null) ||
  statements.some(saysExempt);

/** The records of the companies that were read. */
export interface OnFile {
  readonly psc: ReadonlyMap<string, Records<PscRecord>>;
  readonly company: ReadonlyMap<string, CompanyRecord>;
  readonly facts: EditionFacts;
  readonly owners: ReadonlyMap<string, readonly NamedOwner[]>;
}

const NO_OWNERS: readonly NamedOwner[] = [];

export function levelOf(number: string, { psc, company, owners, facts }: OnFile): Level {
  const registered = company.get(number);
  const records = psc.get(number);
  const day = controlHeldOn(records, facts);
  const head = {
    company_name: registered?.name ?? number,
    confirmed_on: registered?.confirmation_statement.last_made_up_on ?? null,
    held_on: day,
  };
  if (records === undefined) return { ...head, control: null, exempt: false };
  const statements = standingStatements(records.items, day);
  const filed: Filed = { records, owners: owners.get(number) ?? NO_OWNERS, day, statements };
  return { ...head, control: hasData(records) ? controlOf(filed) : null, exempt: isExempt(filed) };
}
