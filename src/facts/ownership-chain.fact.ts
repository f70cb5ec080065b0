/** The chain of majority control above a company: climbed level by level, for a whole chunk at once. */
import type { CompaniesEdition } from '../sources/companies/companies.edition.js';
import type { CompanyRecord } from '../sources/companies/company-record.js';
import { majorityBand } from '../sources/psc/ownership-band.js';
import { LEFT_OUT, type ControlPerson, type PscRecord } from '../sources/psc/psc-record.js';
import type { RecordEdition } from '../sources/records/record-edition.js';
import type { Records } from '../sources/records/record.js';
import { defineFact } from './define-fact.js';
import { identifyOwners, ownersIn, type OwnerIdentity } from './owners.fact.js';

/** A company or legal person that holds half or more. */
interface MajorityOwner {
  readonly name: string;
  readonly identity: OwnerIdentity;
}

/** What is on file of one company's control. */
interface Level {
  readonly company_name: string;
  /** Null: nothing is on file, or only an exemption. */
  readonly control: {
    /** The one to climb to. */
    readonly owner: MajorityOwner | null;
    /** Others with as much as it. */
    readonly ties: readonly string[];
    /** Two that no rule tells apart. */
    readonly unbreakable: boolean;
    readonly corporate_owners: number;
    readonly individual_majority: boolean;
    /** Who holds half or more is suppressed. */
    readonly suppressed: boolean;
  } | null;
  readonly exempt: boolean;
}

export interface ChainLink {
  readonly company_name: string;
  readonly company_number: string | null;
}

export type OwnershipChain =
  | {
      readonly end: 'top';
      /** From the direct owner up; empty: nobody above. */
      readonly chain: readonly ChainLink[];
      readonly stopped_at: 'individual_majority' | 'no_controller' | 'no_data' | 'exempt' | 'foreign';
      /** Names that hold as much as one of the chain. */
      readonly ties: readonly string[];
      /** An owner was found by its name alone. */
      readonly by_name: boolean;
    }
  | { readonly end: 'no_data'; readonly exempt: boolean }
  | {
      readonly end: 'no_majority_controller' | 'owner_not_on_file' | 'not_resolved' | 'suppressed';
      readonly chain: readonly ChainLink[];
    };

/** Blocks 4.16: a chain that is longer is not resolved. */
const MOST_LEVELS = 20;

const isCurrent = ({ ceased_on }: { readonly ceased_on: string | null }): boolean => ceased_on === null;

/** Of several that hold half or more: three quarters before less, then who was notified last. */
function rank(person: ControlPerson): string {
  return `${majorityBand(person.natures_of_control) === '75-100' ? 1 : 0} ${person.notified_on ?? ''}`;
}

function controlOf(
  records: Records<PscRecord>,
  identities: ReadonlyMap<ControlPerson, OwnerIdentity>,
): Level['control'] {
  const persons = records.items.flatMap(({ data }) =>
    data.record === 'person' && isCurrent(data) ? [data] : [],
  );
  const hasMajority = (person: ControlPerson): boolean => majorityBand(person.natures_of_control) !== null;
  const left = (group: string): number => records.suppressed?.[group] ?? 0;
  const corporate = persons.filter((person) => identities.has(person));
  const shown = corporate.filter((person) => identities.get(person)?.suppressed === false);
  const [best, ...rest] = shown.filter(hasMajority).sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
  const unnamed = corporate.filter((person) => !shown.includes(person));
  const individuals = persons.filter((person) => person.type === 'individual' && hasMajority(person));
  const identity = best === undefined ? undefined : identities.get(best);
  return {
    owner: best === undefined || identity === undefined ? null : { name: best.name ?? '', identity },
    ties: best === undefined ? [] : [...rest, ...individuals].flatMap(({ name }) => name ?? []),
    unbreakable: best !== undefined && rest.some((other) => rank(other) === rank(best)),
    corporate_owners: corporate.length + left(LEFT_OUT.owners),
    individual_majority: individuals.length + left(LEFT_OUT.majority_individuals) > 0,
    suppressed: left(LEFT_OUT.majority_owners) > 0 || unnamed.some(hasMajority),
  };
}

const hasData = ({ items, suppressed }: Records<PscRecord>): boolean =>
  suppressed !== undefined || items.some(({ data }) => data.record !== 'exemption');
const isExempt = ({ items }: Records<PscRecord>): boolean =>
  items.some(({ data }) => data.record === 'exemption' && data.exempt_to === null);

/** What was read of companies already. */
interface OnFile {
  readonly psc: ReadonlyMap<string, Records<PscRecord>>;
  readonly company: ReadonlyMap<string, CompanyRecord>;
}

/** What is on file of these companies and of their owners, whom two queries find. */
function levelsOf(
  numbers: readonly string[],
  { psc: records, company: named }: OnFile,
  companies: CompaniesEdition,
): Map<string, Level> {
  const owners = numbers.flatMap((number) => ownersIn(records.get(number))).map(({ person }) => person);
  const identities = identifyOwners(owners.filter(isCurrent), companies);
  return new Map(
    numbers.map((number) => {
      const found = records.get(number);
      const level: Level = {
        company_name: named.get(number)?.name ?? number,
        control: found !== undefined && hasData(found) ? controlOf(found, identities) : null,
        exempt: found !== undefined && isExempt(found),
      };
      return [number, level];
    }),
  );
}

/** Where the climb goes on from a company: a company here that is on file. */
const nextOf = (level: Level | undefined): string | null =>
  level?.control?.owner?.identity.company?.number ?? null;

/** Everything above these companies, a level a step. Of themselves it is known what is on file. */
function climb(
  numbers: readonly string[],
  known: OnFile,
  { psc, companies }: { readonly psc: RecordEdition<PscRecord>; readonly companies: CompaniesEdition },
): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>();
  let frontier = [...new Set(numbers)];
  for (let step = 0; step <= MOST_LEVELS && frontier.length > 0; step += 1) {
    const onFile =
      step === 0 ? known : { psc: psc.byNumbers(frontier), company: companies.byNumbers(frontier) };
    for (const [number, level] of levelsOf(frontier, onFile, companies)) levels.set(number, level);
    const above = frontier.flatMap((number) => nextOf(levels.get(number)) ?? []);
    frontier = [...new Set(above)].filter((number) => !levels.has(number));
  }
  return levels;
}

interface Climbed {
  readonly chain: ChainLink[];
  readonly ties: string[];
  by_name: boolean;
}

/** Why the climb ends at a company nobody holds half of. */
function stoppedAt({ control, exempt }: Level): Extract<OwnershipChain, { end: 'top' }>['stopped_at'] {
  if (control === null) return exempt ? 'exempt' : 'no_data';
  return control.individual_majority ? 'individual_majority' : 'no_controller';
}

/** The end of a climb that reached a company without an owner to climb to. */
function ended(level: Level, { chain, ties, by_name }: Climbed): OwnershipChain {
  const { control, exempt } = level;
  if (chain.length === 0) {
    if (control === null) return { end: 'no_data', exempt };
    if (control.corporate_owners > 0 && !control.individual_majority)
      return { end: 'no_majority_controller', chain };
  }
  return { end: 'top', chain, stopped_at: stoppedAt(level), ties, by_name };
}

/** The chain above one company, out of what was read. Pure. */
function chainAbove(number: string, levels: ReadonlyMap<string, Level>): OwnershipChain {
  const climbed: Climbed = { chain: [], ties: [], by_name: false };
  const { chain, ties } = climbed;
  const visited = new Set<string>();
  for (let at = number; ;) {
    if (visited.has(at) || chain.length > MOST_LEVELS) return { end: 'not_resolved', chain };
    visited.add(at);
    const level = levels.get(at);
    if (level === undefined) return { end: 'not_resolved', chain };
    const owner = level.control?.owner ?? null;
    if (level.control?.suppressed === true) return { end: 'suppressed', chain };
    if (level.control === null || owner === null) return ended(level, climbed);
    if (level.control.unbreakable) return { end: 'not_resolved', chain };
    ties.push(...level.control.ties);
    const { company, matched_on, where } = owner.identity;
    climbed.by_name ||= matched_on === 'name';
    if (company === null) {
      if (where !== 'abroad') return { end: 'owner_not_on_file', chain };
      chain.push({ company_name: owner.name, company_number: null });
      return { end: 'top', chain, stopped_at: 'foreign', ties, by_name: climbed.by_name };
    }
    chain.push({ company_name: company.name, company_number: company.number });
    at = company.number;
  }
}

export const ownershipChain = defineFact({
  name: 'ownership_chain',
  source: 'psc',
  also: ['companies'],
  needs: ['psc', 'company'],
  join: (numbers, { facts, editions: { psc, companies } }) => {
    const found = new Map<string, OwnershipChain>();
    if (companies === null) return found;
    const levels = climb(numbers, facts, { psc, companies });
    for (const number of numbers) found.set(number, chainAbove(number, levels));
    return found;
  },
});
