/**
 * A bill added up from the lines of an exported log, by itself: nothing of the product's rules for charges, adjustments,
 * repricings, credits, prices or statements is used here. A block costs a unit where it was answered `available`; money is counted in whole
 * trillionths, which is as fine as a percentage of a price may be.
 */
import {
  correctedOf,
  currencyOf,
  dayOf,
  standing,
  trillionths,
  sums,
  type Agreement,
  type Entry,
  type Scope,
  type Sums,
  type Unit,
} from './exported-sums.js';

import { amountsOfMonth, monthsTo, ruledIn, totalOf, type AgreedRules } from './exported-rules.js';

interface Line {
  readonly stream: string;
  readonly type: string;
  readonly position: string;
  readonly metadata: { readonly time: string; readonly account?: string };
  readonly data: Record<string, unknown>;
}

/** What a statement has to say, beside what it is the statement of. */
export interface ExpectedStatement extends Sums {
  readonly account: string;
  readonly month: string;
  readonly position: string;
  readonly partial: boolean;
  readonly late: number;
  /** By currency. */
  readonly monthRules: Readonly<Record<string, bigint>>;
}

const SETTLING_MS = 10 * 60_000;
const monthOf = (time: string): string => time.slice(0, 7);

export class ExportedBill {
  private readonly entries: Entry[] = [];
  private readonly agreements: Agreement[] = [];
  private readonly rules: AgreedRules[] = [];
  private readonly issued: ExpectedStatement[] = [];
  private readonly charged: (Unit & { readonly account: string })[] = [];
  /** By job: the day on which it ended. */
  private readonly ended = new Map<string, string>();
  private readonly adjusted = new Map<string, Parameters<ExportedBill['enter']>[2]>();
  private readonly stated = new Set<Entry>();

  /** @param text what `events export` wrote */
  constructor(text: string) {
    for (const each of text.split('\n').filter((line) => line.includes('"stream":')))
      this.see(JSON.parse(each) as Line);
  }

  /** Of charges dated in these days, and of adjustments of them, as the log stood at a position. */
  ofDays(account: number, { from, to }: { readonly from: string; readonly to: string }, at: string): Sums {
    const known = this.agreementsOf(account, at);
    const hasPrices = standing(known).some((agreement) => agreement.from <= to);
    return sums(this.upTo(account, at), known, {
      isPriced: hasPrices,
      otherwise: currencyOf(known, to),
      isMeant: ({ day }) => day >= from && day <= to,
    });
  }

  /** What the rules of a month come to, as the log stood at a position. */
  rulesOf(account: number, month: string, at: string): bigint {
    return totalOf(amountsOfMonth(this.upTo(account, at), this.termsOf(account, at), month));
  }

  private termsOf(account: number | string, at: string) {
    const rules = this.rules.filter((each) => each.account === String(account) && each.position <= at);
    return { known: this.agreementsOf(account, at), rules };
  }

  /** The charges of a job; money is null where no unit has a price. */
  ofJob(account: number, job: string, at: string): Sums {
    const isMeant = (part: { readonly job: string }): boolean => part.job === job;
    const known = this.agreementsOf(account, at);
    return sums(this.upTo(account, at), known, { isPriced: false, pricedOnly: true, isMeant });
  }

  /** The charges of a job, as usage has them on their days; a job without any has the day of its end. */
  ofJobDays(account: number, job: string, at: string): Sums {
    const isMeant = (part: { readonly job: string }): boolean => part.job === job;
    const entries = this.upTo(account, at);
    const days = entries
      .filter(({ kind }) => kind === 'charge')
      .flatMap(({ units, rows }) => [...units, ...rows].filter(isMeant).map(({ day }) => day));
    const [to = this.ended.get(job) ?? ''] = days.sort().reverse();
    const known = this.agreementsOf(account, at);
    const hasPrices = standing(known).some(({ from }) => from <= to);
    return sums(entries, known, { isPriced: hasPrices, otherwise: currencyOf(known, to), isMeant });
  }

  /** In the order of their issue. */
  get statements(): readonly ExpectedStatement[] {
    return this.issued;
  }

  private upTo(account: number, at: string): readonly Entry[] {
    return this.entries.filter((entry) => entry.account === String(account) && entry.position <= at);
  }

  private agreementsOf(account: number | string, at: string): readonly Agreement[] {
    return this.agreements.filter((each) => each.account === String(account) && each.position <= at);
  }

  private see(line: Line): void {
    const { type, data, position, metadata } = line;
    const account = metadata.account ?? '';
    switch (type) {
      case 'RowsRecorded':
        return this.record(line, account);
      case 'BlockFilled':
        return this.fill(line, account);
      case 'JobCompleted':
      case 'JobCancelled':
        return void this.ended.set(line.stream.slice('job-'.length), dayOf(metadata.time));
      case 'PricesAgreed':
      case 'ContractAgreed':
      case 'PricesWithdrawn':
        return void this.agreements.push({ ...(data as unknown as Agreement), type, position, account });
      case 'MonthRulesAgreed':
        return void this.rules.push({ ...(data as unknown as AgreedRules), position, account });
      case 'ChargeAdjusted':
        return this.adjust(line, account);
      case 'ChargesRepriced':
        return this.reprice(line, account);
      case 'CreditGranted':
        return this.credit(line, account);
      case 'AdjustmentReversed':
        return this.reverse(line, account);
      case 'StatementIssued':
        return this.issue(line, account);
    }
  }

  private enter(line: Line, account: string, entry: Omit<Entry, 'position' | 'account' | 'time'>): void {
    const { position, metadata } = line;
    this.entries.push({ position, account, time: metadata.time, ...entry });
    if (entry.kind === 'charge')
      this.charged.push(...entry.units.map((unit) => Object.assign(unit, { account })));
  }

  /** A pack of rows: each points at the answers that it has in common with others. */
  private record(line: Line, account: string): void {
    const {
      job_id: job,
      from,
      rows,
      outcomes,
    } = line.data as {
      readonly job_id: string;
      readonly from: number;
      readonly rows: readonly { readonly outcome?: number }[];
      readonly outcomes: readonly { readonly blocks: Readonly<Record<string, string>> }[];
    };
    const day = dayOf(line.metadata.time);
    rows.forEach(({ outcome }, index) => {
      if (outcome === undefined) return;
      const answers = Object.entries(outcomes[outcome]?.blocks ?? {});
      const blocks = answers.filter(([, answer]) => answer === 'available').map(([block]) => block);
      const units = blocks.map((block) => ({
        job,
        row: from + index,
        block,
        day,
        taken: false,
        corrected: [],
      }));
      this.enter(line, account, { kind: 'charge', sign: 1, units, rows: [{ job, day }] });
    });
  }

  /** A block that came after its row is charged on the day on which it came. */
  private fill(line: Line, account: string): void {
    const {
      job_id: job,
      row,
      block,
      outcome,
    } = line.data as {
      readonly job_id: string;
      readonly row: number;
      readonly block: string;
      readonly outcome: { readonly status: string };
    };
    if (outcome.status !== 'available') return;
    const unit = { job, row, block, day: dayOf(line.metadata.time), taken: false, corrected: [] };
    this.enter(line, account, { kind: 'charge', sign: 1, units: [unit], rows: [] });
  }

  /** The charges of the scope that no adjustment holds, of jobs that are over. */
  private free(account: string, scope: Scope): readonly Unit[] {
    return this.charged.filter(
      (unit) =>
        unit.account === account &&
        !unit.taken &&
        this.ended.has(unit.job) &&
        (scope.job_id === null || unit.job === scope.job_id) &&
        (scope.row === null || unit.row === scope.row) &&
        (scope.block === null || unit.block === scope.block) &&
        (scope.from === null || unit.day >= scope.from) &&
        (scope.to === null || unit.day <= scope.to),
    );
  }

  private adjust(line: Line, account: string): void {
    const { adjustment_id, scope } = line.data as { readonly adjustment_id: string; readonly scope: Scope };
    const units = this.free(account, scope);
    for (const unit of units) unit.taken = true;
    const prices = units.map(correctedOf);
    this.made(adjustment_id, line, account, { kind: 'adjustment', sign: -1, units, prices, rows: [] });
  }

  /** Corrects the price of the charges of the scope in the jobs that the event names. */
  private reprice(line: Line, account: string): void {
    const { adjustment_id, scope, price, charges } = line.data as {
      readonly adjustment_id: string;
      readonly scope: Scope;
      readonly price: string;
      readonly charges: readonly { readonly jobs: readonly string[] }[];
    };
    const jobs = new Set(charges.flatMap((group) => group.jobs));
    const units = this.free(account, scope).filter(({ job }) => jobs.has(job));
    const prices = units.map(correctedOf);
    const corrected = trillionths(price);
    for (const unit of units) unit.corrected = [...unit.corrected, { id: adjustment_id, price: corrected }];
    const figures = { kind: 'repricing' as const, sign: 1 as const, units, prices, corrected, rows: [] };
    this.made(adjustment_id, line, account, figures);
  }

  private credit(line: Line, account: string): void {
    const { adjustment_id, amount, currency } = line.data as Readonly<
      Record<'adjustment_id' | 'amount' | 'currency', string>
    >;
    const figures = { kind: 'credit' as const, sign: 1 as const, units: [], rows: [], currency };
    this.made(adjustment_id, line, account, { ...figures, amount: trillionths(amount) });
  }

  private made(id: string, line: Line, account: string, entry: Parameters<ExportedBill['enter']>[2]): void {
    this.adjusted.set(id, entry);
    this.enter(line, account, entry);
  }

  private reverse(line: Line, account: string): void {
    const id = String(line.data['reverses']);
    const entry = this.adjusted.get(id);
    if (entry === undefined) throw new Error(`${line.position} reverses what was never made`);
    for (const unit of entry.units)
      if (entry.kind === 'adjustment') unit.taken = false;
      else if (unit.corrected.at(-1)?.id !== id) throw new Error(`${id} is reversed under another entry`);
      else unit.corrected = unit.corrected.slice(0, -1);
    this.enter(line, account, { ...entry, sign: entry.sign === 1 ? -1 : 1 });
  }

  /** All that was charged or adjusted in the month or before it, and is in no complete statement yet. */
  private issue(line: Line, account: string): void {
    const { month } = line.data['head'] as { readonly month: string };
    const { position, metadata } = line;
    const [year, number] = month.split('-').map(Number);
    const end = Date.UTC(year ?? 0, number ?? 0, 1);
    const partial = Date.parse(metadata.time) < end + SETTLING_MS;
    const own = this.entries.filter(
      (entry) => entry.account === account && !this.stated.has(entry) && monthOf(entry.time) <= month,
    );
    const before = this.entries.filter((entry) => entry.account === account && this.stated.has(entry));
    const terms = this.termsOf(account, position);
    const changes = monthsTo(terms.rules, month).flatMap((each) => {
      const now = amountsOfMonth([...before, ...own], terms, each);
      const then = each === month ? null : amountsOfMonth(before, terms, each);
      return [...now].map(([rule, { units, amount }]) => ({
        late: then !== null,
        currency: ruledIn(terms.rules, each),
        units: units - (then?.get(rule)?.units ?? 0),
        amount: amount - (then?.get(rule)?.amount ?? 0n),
      }));
    });
    const lines = changes.filter(({ late, units, amount }) => !late || units !== 0 || amount !== 0n);
    if (!partial) for (const entry of own) this.stated.add(entry);
    const known = this.agreementsOf(account, position);
    const hasPrices = standing(known).some(({ from }) => from.slice(0, 7) <= month);
    const ruled = lines.map(({ currency }) => currency);
    const figures = sums(own, hasPrices ? known : [], { isPriced: hasPrices, ruled, isMeant: () => true });
    const monthRules: Record<string, bigint> = {};
    for (const { currency, amount } of lines) monthRules[currency] = (monthRules[currency] ?? 0n) + amount;
    const late = [...own.filter(({ time }) => monthOf(time) < month), ...lines.filter((line) => line.late)]
      .length;
    this.issued.push({ account, month, position, partial, late, ...figures, monthRules });
  }
}
