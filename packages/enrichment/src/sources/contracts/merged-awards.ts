/**
 * The awards of a contracting process, merged over its releases by their ids (OCDS 1.1, merging): a newer
 * release changes what it tells of an award and leaves the rest of it, and awards that it doesn't name stay.
 * A list of suppliers is told whole.
 */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { groupBy } from '../../../../platform/src/values/group-by.js';
import { isNewer, type Records } from '../kit/records/record.js';
import {
  AWARDS,
  type AwardRecord,
  type ContractRecord,
  type NamedOrganisation,
  type NoticeRecord,
} from './notice-record.js';

type Money = Pick<AwardRecord, 'amount' | 'currency'>;

/** An award in force. */
export interface MergedAward extends Omit<AwardRecord, 'awarded_on' | 'supplier_count'> {
  readonly awarded_on: IsoDate;
  readonly supplier_count: number;
  /** The newest release that names it. */
  readonly told: NoticeRecord;
}

/** What releases tell of an award so far. */
interface Merging extends AwardRecord {
  readonly told: NoticeRecord;
  /** The day of the first of them. */
  readonly first_on: IsoDate;
}

interface Named {
  readonly id: string | null;
  readonly repeated?: boolean;
}

/**
 * Items by their ids; those without one (or with one that stands twice) are of the newest release that tells
 * of any. One that a release tells without its id and another one with it is one item.
 */
class ById<T extends Named> {
  private readonly named = new Map<string, T>();
  private unnamed: readonly T[] = [];

  /** @param isSame of two items, one of them without an id */
  constructor(
    private readonly merge: (newer: T, older: T) => T,
    private readonly isSame: (one: T, other: T) => boolean,
  ) {}

  add(items: readonly T[]): void {
    if (items.length === 0) return;
    const isNamed = ({ id, repeated }: T): boolean => id !== null && repeated !== true;
    const ids = new Set(items.map(({ id }) => id));
    let earlier = this.unnamed;
    const unnamed: T[] = [];
    // Only an item without an id is sought among them.
    const before = ids.has(null) ? [...this.named.values()].filter(({ id }) => !ids.has(id)) : [];
    for (const item of items) {
      const id = item.id ?? '';
      const sameId = this.named.get(id);
      if (isNamed(item)) {
        const unnamedBefore =
          sameId === undefined ? earlier.find((one) => one.id === null && this.isSame(one, item)) : undefined;
        if (unnamedBefore !== undefined) earlier = earlier.filter((one) => one !== unnamedBefore);
        const older = sameId ?? unnamedBefore;
        this.named.set(id, older === undefined ? item : this.merge(item, older));
        continue;
      }
      const older = item.id === null ? before.find((one) => this.isSame(one, item)) : undefined;
      if (older === undefined) unnamed.push(item);
      else {
        before.splice(before.indexOf(older), 1);
        this.named.set(older.id ?? '', this.merge(item, older));
      }
      if (item.id !== null) this.named.delete(id);
    }
    this.unnamed = unnamed.length > 0 ? unnamed : earlier.filter(({ id }) => id === null || !ids.has(id));
  }

  all(): readonly T[] {
    return [...this.named.values(), ...this.unnamed];
  }
}

/** The members of both: the newer one's where it tells them. An amount and its currency are told together. */
function over<T extends Money>(newer: T, older: T): T {
  const members = Object.entries(newer).filter(([, value]) => value !== null && value !== undefined);
  const money = newer.amount === null ? older : newer;
  const told = Object.fromEntries(members) as Partial<T>;
  return { ...older, ...told, amount: money.amount, currency: money.currency };
}

function mergedAward(newer: Merging, older: Merging): Merging {
  const { suppliers, untold = [] } = newer.supplier_count === null ? older : newer;
  return { ...over(newer, older), first_on: older.first_on, suppliers, untold };
}

const agree = <T>(one: T | null, other: T | null): boolean => one === null || other === null || one === other;
const isSameMoney = (one: Money, other: Money): boolean =>
  agree(one.amount, other.amount) && agree(one.currency, other.currency);

/** To the same suppliers, and nothing else that both tell differs. */
function isSameAward(one: AwardRecord, other: AwardRecord): boolean {
  const suppliersOf = ({ suppliers, untold = [] }: AwardRecord): string =>
    [...suppliers.map(({ number }) => number), ...untold].sort().join(' ');
  return (
    suppliersOf(one) !== '' &&
    suppliersOf(one) === suppliersOf(other) &&
    agree(one.title, other.title) &&
    agree(one.awarded_on, other.awarded_on) &&
    isSameMoney(one, other)
  );
}

/** Of the same award and worth the same. */
const isSameContract = (one: ContractRecord, other: ContractRecord): boolean =>
  one.award !== null && one.award === other.award && one.amount !== null && isSameMoney(one, other);

/**
 * The organisations that suppliers name by their ids, which a process tells of once (OCDS 1.1, merging). An
 * id that stands for several companies over its releases names none.
 */
function organisationsIn(releases: readonly NoticeRecord[]): ReadonlyMap<string, NamedOrganisation | null> {
  const byId = new Map<string, NamedOrganisation | null>();
  for (const [id, organisation] of releases.flatMap(({ parties = [] }) => parties)) {
    const known = byId.get(id);
    const isOne = known === undefined || known?.number === organisation.number;
    byId.set(id, isOne ? organisation : null);
  }
  return byId;
}

/** The sum of an award's contracts in one currency; null where one of them tells no amount. */
function sumOf(contracts: readonly ContractRecord[]): Money {
  const [first] = contracts;
  const amounts = contracts.flatMap(({ amount, currency }) =>
    amount === null || currency !== first?.currency ? [] : amount,
  );
  if (first === undefined || amounts.length < contracts.length) return { amount: null, currency: null };
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  return { amount: Math.round(sum * 100) / 100, currency: first.currency };
}

/** The awards of a notice that are in force, in the order in which they were first told. */
export function mergedAwards(records: Records<NoticeRecord> | undefined): readonly MergedAward[] {
  const releases = (records?.items ?? [])
    .filter(({ list }) => list === AWARDS)
    .sort((a, b) => (isNewer(a.version, b.version) ? 1 : isNewer(b.version, a.version) ? -1 : 0))
    .map(({ data }) => data);
  const awards = new ById<Merging>(mergedAward, isSameAward);
  const contracts = new ById<ContractRecord>(over, isSameContract);
  const organisations = organisationsIn(releases);
  for (const told of releases) {
    awards.add(told.awards.map((award) => ({ ...award, told, first_on: told.released_on })));
    contracts.add(told.contracts ?? []);
  }
  const standing = awards.all().filter(({ stands }) => stands !== false);
  const uncancelled = contracts.all().filter(({ cancelled }) => cancelled !== true);
  const following = groupBy(uncancelled, (contract) => contract.award);
  return standing.map(({ first_on, untold = [], ...award }) => {
    const own = award.id === null ? [] : (following.get(award.id) ?? []);
    return {
      ...award,
      ...(award.amount === null && award.repeated !== true && sumOf(own)),
      suppliers: [...award.suppliers, ...untold.flatMap((id) => organisations.get(id) ?? [])],
      title: award.title ?? award.told.title ?? null,
      awarded_on: award.awarded_on ?? first_on,
      supplier_count: award.supplier_count ?? 0,
    };
  });
}
