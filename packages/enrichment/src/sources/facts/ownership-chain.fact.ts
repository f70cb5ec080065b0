/** Finds the chain of majority control above a company, level by level, for a whole chunk at once. */
import type { CompaniesEdition } from '../companies/companies.edition.js';
import { isOverseasEntity } from '../companies/filing-habits.js';
import type { PscRecord } from '../psc/psc-record.js';
import { oldestDay, type IsoDate } from '../../../../words/src/calendar.js';
import type { RecordEdition } from '../kit/records/record-edition.js';
import { levelOf, type Level, type OnFile, type StepBand } from './control-level.js';
import { defineFact } from './define-fact.js';
import { currentOwnersIn, identifiedOwners, owners } from './owners.fact.js';

export interface ChainLink {
  readonly company_name: string;
  readonly company_number: string | null;
}

/** A person who holds a stake through the trustees of a trust or the members of a firm. */
export interface HeldThrough {
  readonly name: string;
  readonly through: readonly ('trust' | 'firm')[];
}

export type OwnershipChain =
  | {
      readonly end: 'top';
      /** The chain from the direct owner up; empty: no owner of half or more. */
      readonly chain: readonly ChainLink[];
      readonly bands: readonly StepBand[];
      /** The days of the last confirmation statements, from the company itself up (`Level`). */
      readonly confirmed: readonly (IsoDate | null)[];
      readonly stopped_at:
        | 'individual_majority'
        | 'individuals'
        | 'no_controller'
        | 'no_majority_controller'
        | 'exempt'
        | 'foreign'
        | 'overseas_entity';
      /** The number of current beneficial owners, if an overseas entity ends the chain. */
      readonly beneficial_owners?: number;
      /** The names of owners with a stake as large as that of a company of the chain. */
      readonly ties: readonly string[];
      readonly by_name: boolean;
      /** The owners in the chain that hold their majority through a trust or a firm. */
      readonly held_through: readonly HeldThrough[];
    }
  /** The last company of the chain, or the company itself, has no control record on file. */
  | { readonly end: 'no_data'; readonly chain: readonly ChainLink[] }
  | {
      readonly end:
        | 'no_majority_controller'
        | 'owner_not_on_file'
        | 'not_resolved'
        | 'suppressed'
        /** An unknown person controls the last company of the chain, or may control it. */
        | 'unidentified_controller'
        /** All control records of the last company of the chain have ended. */
        | 'no_current_record';
      readonly chain: readonly ChainLink[];
    };

/** The maximum number of levels. A longer chain is not resolved (Blocks 4.16). */
const MAX_LEVELS = 20;

type TopOfChain = Extract<OwnershipChain, { end: 'top' }>;

interface ControlEditions {
  readonly psc: RecordEdition<PscRecord>;
  readonly companies: CompaniesEdition;
}

/** Reads the control of companies further up and their owners, by four queries for all of them. */
function readLevel(numbers: readonly string[], { psc, companies }: ControlEditions): OnFile {
  const records = psc.byNumbers(numbers);
  const current = [...records].map(
    ([number, control]) => [number, currentOwnersIn(control, psc.facts)] as const,
  );
  return {
    psc: records,
    facts: psc.facts,
    company: companies.byNumbers(numbers),
    owners: identifiedOwners(current, companies),
  };
}

/** The number of the next company up, if it is on file. */
const nextOf = ({ control }: Level): string | null => control?.owner?.identity.company?.number ?? null;

/** Reads all levels above these companies, level by level. @param companiesOnFile their own records */
function readLevels(
  numbers: readonly string[],
  companiesOnFile: OnFile,
  editions: ControlEditions,
): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>();
  let frontier: Iterable<string> = numbers;
  for (let step = 0; step <= MAX_LEVELS; step += 1) {
    const onFile = step === 0 ? companiesOnFile : readLevel([...frontier], editions);
    const above = new Set<string>();
    for (const number of frontier) {
      const level = levelOf(number, onFile);
      levels.set(number, level);
      const next = nextOf(level);
      if (next !== null) above.add(next);
    }
    for (const number of above) if (levels.has(number)) above.delete(number);
    if (above.size === 0) break;
    frontier = above;
  }
  return levels;
}

interface Climbed {
  readonly chain: ChainLink[];
  readonly bands: StepBand[];
  readonly confirmed: (IsoDate | null)[];
  readonly ties: string[];
  readonly held_through: HeldThrough[];
  by_name: boolean;
}

/** The result at a company that has no owner to continue with. */
function chainEnd({ control, exempt }: Level, number: string, climbed: Climbed): OwnershipChain {
  const { chain } = climbed;
  const top = (stopped_at: TopOfChain['stopped_at']): TopOfChain => ({
    end: 'top',
    ...climbed,
    stopped_at,
  });
  const isCurrent = control !== null && (control.controllers > 0 || control.nobody || control.unidentified);
  if (!isCurrent && exempt && chain.length > 0) return top('exempt');
  if (control === null || (!isCurrent && exempt)) return { end: 'no_data', chain };
  const { controllers, corporate_owners } = control;
  if (control.unidentified) return { end: 'unidentified_controller', chain };
  // Without a controller on record the controller is unknown: such a company may end the chain of others,
  // but isn't its own top.
  const isItsOwnTop = corporate_owners === 0 && (controllers > 0 || control.nobody);
  if (isOverseasEntity(number) && (chain.length > 0 || isItsOwnTop))
    return { ...top('overseas_entity'), beneficial_owners: controllers };
  if (control.individual_majority) return top('individual_majority');
  if (corporate_owners > 0)
    return chain.length > 0 ? top('no_majority_controller') : { end: 'no_majority_controller', chain };
  if (controllers > 0) return top('individuals');
  return control.nobody ? top('no_controller') : { end: 'no_current_record', chain };
}

/** The chain above one company, from the levels that were read. Pure. */
function chainAbove(number: string, levels: ReadonlyMap<string, Level>): OwnershipChain {
  const climbed: Climbed = {
    ...{ chain: [], bands: [], confirmed: [], ties: [], held_through: [], by_name: false },
  };
  const { chain, bands, confirmed, ties, held_through } = climbed;
  const visited: string[] = [];
  for (let at = number; ;) {
    if (visited.includes(at) || chain.length > MAX_LEVELS) return { end: 'not_resolved', chain };
    visited.push(at);
    const level = levels.get(at);
    if (level === undefined) return { end: 'not_resolved', chain };
    confirmed.push(level.confirmed_on);
    const owner = level.control?.owner ?? null;
    if (level.control?.suppressed === true) return { end: 'suppressed', chain };
    if (level.control === null || owner === null || (isOverseasEntity(at) && chain.length > 0))
      return chainEnd(level, at, climbed);
    if (level.control.unbreakable) return { end: 'not_resolved', chain };
    ties.push(...level.control.ties);
    const { company, matched_on, where } = owner.identity;
    climbed.by_name ||= matched_on === 'name';
    bands.push(owner.band);
    if (owner.through.length > 0) held_through.push({ name: owner.name, through: owner.through });
    if (company === null) {
      if (where !== 'abroad') return { end: 'owner_not_on_file', chain };
      chain.push({ company_name: owner.name, company_number: null });
      return { end: 'top', ...climbed, stopped_at: 'foreign' };
    }
    chain.push({ company_name: company.name, company_number: company.number });
    at = company.number;
  }
}

/** A chain with the oldest day up to which its records hold. */
type DatedChain = OwnershipChain & { readonly held_on: IsoDate };

function datedChain(number: string, levels: ReadonlyMap<string, Level>, whole: IsoDate): DatedChain {
  const chain = chainAbove(number, levels);
  const climbed = [number, ...chain.chain.flatMap(({ company_number }) => company_number ?? [])];
  const days = climbed.flatMap((number) => levels.get(number)?.held_on ?? []);
  return { ...chain, held_on: oldestDay(days[0] ?? whole, days) };
}

export const ownershipChain = defineFact({
  name: 'ownership_chain',
  source: 'psc',
  also: ['companies'],
  needs: ['psc', 'company'],
  join: (numbers, { facts, editions }) => {
    const { psc, companies } = editions;
    const chainsByNumber = new Map<string, DatedChain>();
    if (companies === null) return chainsByNumber;
    const onFile = { ...facts, facts: psc.facts, owners: owners.join(numbers, { facts, editions }) };
    const levels = readLevels(numbers, onFile, { psc, companies });
    for (const number of numbers)
      chainsByNumber.set(number, datedChain(number, levels, psc.facts.whole_as_of ?? psc.facts.as_of));
    return chainsByNumber;
  },
});
