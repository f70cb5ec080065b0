/**
 * Merges the awards of a contracting process over its releases by their ids (OCDS 1.1, merging). A newer
 * release changes the facts that it states and leaves others, and unnamed awards stay. A list of suppliers is
 * replaced whole.
 */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { groupBy } from '../../../../platform/src/values/group-by.js';
import { isNewer, type Records } from '../kit/records/record.js';
import {
  AWARDS,
  type AwardRecord,
  type ContractRecord,
  type Money,
  type NamedOrganisation,
  type NoticeRecord,
} from './notice-record.js';

/** An award in force. */
export interface MergedAward extends Omit<AwardRecord, 'awarded_on' | 'supplier_count'> {
  readonly awarded_on: IsoDate;
  readonly supplier_count: number;
  /** The newest release with the award. */
  readonly notice: NoticeRecord;
}

/** The parts of an award in the releases so far. */
interface Merging extends AwardRecord {
  readonly notice: NoticeRecord;
  /** The day of the first release with it. */
  readonly first_on: IsoDate;
}

interface NamedItem {
  readonly id: string | null;
  readonly repeated?: boolean;
}

/**
 * Items by their ids. Items without an id (or with a repeated one) come from the newest release with any. An
 * item without an id in one release and with one in another is one item.
 */
class ById<T extends NamedItem> {
  private readonly named = new Map<string, T>();
  private unnamed: readonly T[] = [];

  /** @param isSame of two items, one of them without an id */
  constructor(
    private readonly merge: (newer: T, older: T) => T,
    private readonly isSame: (item: T, other: T) => boolean,
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
          sameId === undefined
            ? earlier.find((earlierItem) => earlierItem.id === null && this.isSame(earlierItem, item))
            : undefined;
        if (unnamedBefore !== undefined) earlier = earlier.filter((item) => item !== unnamedBefore);
        const older = sameId ?? unnamedBefore;
        this.named.set(id, older === undefined ? item : this.merge(item, older));
        continue;
      }
      const older =
        item.id === null ? before.find((earlierItem) => this.isSame(earlierItem, item)) : undefined;
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

/** Joins two records by the newer one's stated fields. An amount and its currency belong together. */
function over<T extends Money>(newer: T, older: T): T {
  const members = Object.entries(newer).filter(([, value]) => value !== null && value !== undefined);
  const money = newer.amount === null && newer.unvalued !== true ? older : newer;
  const values = Object.fromEntries(members) as Partial<T>;
  return { ...older, ...values, amount: money.amount, currency: money.currency };
}

function mergedAward(newer: Merging, older: Merging): Merging {
  const { suppliers, untold = [] } = newer.supplier_count === null ? older : newer;
  return { ...over(newer, older), first_on: older.first_on, suppliers, untold };
}

const agree = <T>(first: T | null, other: T | null): boolean =>
  first === null || other === null || first === other;
const isSameMoney = (first: Money, other: Money): boolean =>
  agree(first.amount, other.amount) && agree(first.currency, other.currency);

/** Tells whether the awards have the same suppliers, and differ in nothing that both state. */
function isSameAward(first: AwardRecord, other: AwardRecord): boolean {
  const suppliersOf = ({ suppliers, untold = [] }: AwardRecord): string =>
    [...suppliers.map(({ number }) => number), ...untold].sort().join(' ');
  return (
    suppliersOf(first) !== '' &&
    suppliersOf(first) === suppliersOf(other) &&
    agree(first.title, other.title) &&
    agree(first.awarded_on, other.awarded_on) &&
    isSameMoney(first, other)
  );
}

const isSameContract = (first: ContractRecord, other: ContractRecord): boolean =>
  first.award !== null && first.award === other.award && first.amount !== null && isSameMoney(first, other);

/** The organisations by id (OCDS 1.1, merging). An id of several companies names none. */
function organisationsIn(releases: readonly NoticeRecord[]): ReadonlyMap<string, NamedOrganisation | null> {
  const byId = new Map<string, NamedOrganisation | null>();
  for (const [id, organisation] of releases.flatMap(({ parties = [] }) => parties)) {
    const earlierOrganisation = byId.get(id);
    const isOne = earlierOrganisation === undefined || earlierOrganisation?.number === organisation.number;
    byId.set(id, isOne ? organisation : null);
  }
  return byId;
}

/** The sum of an award's contracts in one currency; null if one of them states no amount. */
function sumOf(contracts: readonly ContractRecord[]): Money {
  const [first] = contracts;
  const amounts = contracts.flatMap(({ amount, currency }) =>
    amount === null || currency !== first?.currency ? [] : amount,
  );
  if (first === undefined || amounts.length < contracts.length) return { amount: null, currency: null };
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  return { amount: Math.round(sum * 100) / 100, currency: first.currency };
}

/** The awards of a notice that are in force, in the order of their first releases. */
export function mergedAwards(records: Records<NoticeRecord> | undefined): readonly MergedAward[] {
  const releases = (records?.items ?? [])
    .filter(({ list }) => list === AWARDS)
    .sort((a, b) => (isNewer(a.version, b.version) ? 1 : isNewer(b.version, a.version) ? -1 : 0))
    .map(({ data }) => data);
  const awards = new ById<Merging>(mergedAward, isSameAward);
  const contracts = new ById<ContractRecord>(over, isSameContract);
  const organisations = organisationsIn(releases);
  for (const notice of releases) {
    awards.add(notice.awards.map((award) => ({ ...award, notice, first_on: notice.released_on })));
    contracts.add(notice.contracts ?? []);
  }
  const standing = awards.all().filter(({ stands }) => stands !== false);
  const uncancelled = contracts.all().filter(({ cancelled }) => cancelled !== true);
  const following = groupBy(uncancelled, (contract) => contract.award);
  return standing.map(({ first_on, untold = [], ...award }) => {
    const contractsOfAward = award.id === null ? [] : (following.get(award.id) ?? []);
    return {
      ...award,
      ...(award.amount === null && award.repeated !== true && sumOf(contractsOfAward)),
      suppliers: [...award.suppliers, ...untold.flatMap((id) => organisations.get(id) ?? [])],
      title: award.title ?? award.notice.title ?? null,
      awarded_on: award.awarded_on ?? first_on,
      supplier_count: award.supplier_count ?? 0,
    };
  });
}
