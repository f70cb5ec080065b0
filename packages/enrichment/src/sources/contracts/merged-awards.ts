/**
 * Merges the awards of a contracting process from all its releases, by id (OCDS 1.1, merging). A newer
 * release changes only the facts that it states, and awards that it doesn't name stay. A list of suppliers
 * is replaced as a whole.
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

/** An award as merged from the releases so far. */
interface Merging extends AwardRecord {
  readonly notice: NoticeRecord;
  /** The day of the first release with the award. */
  readonly first_on: IsoDate;
}

interface NamedItem {
  readonly id: string | null;
  readonly repeated?: boolean;
}

/**
 * Collects items by id. Items without an id, or with a repeated one, come from the newest release that has
 * such items. An item may have no id in one release and an id in another.
 */
class ItemsById<T extends NamedItem> {
  private readonly named = new Map<string, T>();
  private unnamed: readonly T[] = [];

  /** @param isSame compares two items, one of them without an id */
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
    // Earlier items with which an item without an id is compared.
    const candidates = ids.has(null) ? [...this.named.values()].filter(({ id }) => !ids.has(id)) : [];
    for (const item of items) {
      const id = item.id ?? '';
      const sameId = this.named.get(id);
      if (isNamed(item)) {
        const earlierUnnamed =
          sameId === undefined
            ? earlier.find((earlierItem) => earlierItem.id === null && this.isSame(earlierItem, item))
            : undefined;
        if (earlierUnnamed !== undefined) earlier = earlier.filter((item) => item !== earlierUnnamed);
        const older = sameId ?? earlierUnnamed;
        this.named.set(id, older === undefined ? item : this.merge(item, older));
        continue;
      }
      const older =
        item.id === null ? candidates.find((earlierItem) => this.isSame(earlierItem, item)) : undefined;
      if (older === undefined) unnamed.push(item);
      else {
        candidates.splice(candidates.indexOf(older), 1);
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

/** Merges two records: stated fields of the newer one count. An amount and its currency stay together. */
function mergedFields<T extends Money>(newer: T, older: T): T {
  const members = Object.entries(newer).filter(([, value]) => value !== null && value !== undefined);
  const money = newer.amount === null && newer.unvalued !== true ? older : newer;
  const values = Object.fromEntries(members) as Partial<T>;
  return { ...older, ...values, amount: money.amount, currency: money.currency };
}

function mergedAward(newer: Merging, older: Merging): Merging {
  const { suppliers, untold = [] } = newer.supplier_count === null ? older : newer;
  return { ...mergedFields(newer, older), first_on: older.first_on, suppliers, untold };
}

const agree = <T>(first: T | null, other: T | null): boolean =>
  first === null || other === null || first === other;
const isSameMoney = (first: Money, other: Money): boolean =>
  agree(first.amount, other.amount) && agree(first.currency, other.currency);

/** Returns true if the awards have the same suppliers and differ in no fact that both state. */
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

/** The organisations by id (OCDS 1.1, merging); null for an id that several companies share. */
function organisationsIn(releases: readonly NoticeRecord[]): ReadonlyMap<string, NamedOrganisation | null> {
  const byId = new Map<string, NamedOrganisation | null>();
  for (const [id, organisation] of releases.flatMap(({ parties = [] }) => parties)) {
    const earlier = byId.get(id);
    const isOneCompany = earlier === undefined || earlier?.number === organisation.number;
    byId.set(id, isOneCompany ? organisation : null);
  }
  return byId;
}

/** The sum of an award's contracts; null if a contract has no amount or another currency. */
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
  const awards = new ItemsById<Merging>(mergedAward, isSameAward);
  const contracts = new ItemsById<ContractRecord>(mergedFields, isSameContract);
  const organisations = organisationsIn(releases);
  for (const notice of releases) {
    awards.add(notice.awards.map((award) => ({ ...award, notice, first_on: notice.released_on })));
    contracts.add(notice.contracts ?? []);
  }
  const awardsInForce = awards.all().filter(({ stands }) => stands !== false);
  const uncancelled = contracts.all().filter(({ cancelled }) => cancelled !== true);
  const contractsByAward = groupBy(uncancelled, (contract) => contract.award);
  return awardsInForce.map(({ first_on, untold = [], ...award }) => {
    const contractsOfAward = award.id === null ? [] : (contractsByAward.get(award.id) ?? []);
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
