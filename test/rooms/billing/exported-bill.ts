/**
 * A bill added up from the lines of an exported log, by itself: nothing of the product's rules for charges, adjustments,
 * prices or statements is used here. A block costs a unit where it was answered `available`; money is counted in whole
 * hundred-millionths, which is as fine as a price may be.
 */

/** What some charges come to, and what is left of them; money is null where no price was agreed. */
export interface Sums {
  readonly rows: number;
  readonly units: number;
  readonly amount: bigint | null;
  readonly netUnits: number;
  readonly netAmount: bigint | null;
}

interface Line {
  readonly stream: string;
  readonly type: string;
  readonly position: string;
  readonly metadata: { readonly time: string; readonly account?: string };
  readonly data: Record<string, unknown>;
}

/** A block of a row that was answered `available`. */
interface Unit {
  readonly job: string;
  readonly row: number;
  readonly block: string;
  readonly day: string;
  taken: boolean;
}

/** Units that are added to the bill or taken from it. */
interface Entry {
  readonly position: string;
  readonly account: string;
  /** When it was charged or adjusted. */
  readonly time: string;
  readonly kind: 'charge' | 'adjustment';
  readonly sign: 1 | -1;
  readonly units: readonly Unit[];
  /** Delivered rows, by the day of their charge: those without a unit too. */
  readonly rows: readonly { readonly job: string; readonly day: string }[];
}

interface Agreement {
  readonly position: string;
  readonly account: string;
  readonly from: string;
  readonly prices: Readonly<Record<string, string>>;
}

interface Scope {
  readonly job_id: string | null;
  readonly row: number | null;
  readonly block: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** What a statement has to say, beside what it is the statement of. */
export interface ExpectedStatement extends Sums {
  readonly account: string;
  readonly month: string;
  readonly position: string;
  readonly partial: boolean;
  readonly late: number;
}

const SETTLING_MS = 10 * 60_000;
const DECIMALS = 8;

/** `1.5` as 150000000. */
export function hundredMillionths(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > DECIMALS) throw new Error(`'${text}' is no amount`);
  const size = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -size : size;
}

const dayOf = (time: string): string => time.slice(0, 10);
const monthOf = (time: string): string => time.slice(0, 7);

export class ExportedBill {
  private readonly entries: Entry[] = [];
  private readonly agreements: Agreement[] = [];
  private readonly issued: ExpectedStatement[] = [];
  private readonly charged: (Unit & { readonly account: string })[] = [];
  private readonly ended = new Set<string>();
  private readonly adjusted = new Map<string, readonly Unit[]>();
  private readonly stated = new Set<Entry>();

  /** @param text what `events export` wrote */
  constructor(text: string) {
    for (const each of text.split('\n').filter((line) => line.includes('"stream":')))
      this.see(JSON.parse(each) as Line);
  }

  /** Of charges dated in these days, and of adjustments of them, as the log stood at a position. */
  ofDays(account: number, { from, to }: { readonly from: string; readonly to: string }, at: string): Sums {
    const known = this.agreementsOf(account, at);
    const isPriced = known.some((agreement) => agreement.from <= to);
    return sums(this.upTo(account, at), known, {
      isPriced,
      isMeant: ({ day }) => day >= from && day <= to,
    });
  }

  /** Of a job's charges; money is null where no unit has a price. */
  ofJob(account: number, job: string, at: string): Sums {
    const known = this.agreementsOf(account, at);
    const isMeant = (part: { readonly job: string }): boolean => part.job === job;
    const entries = this.upTo(account, at);
    const isPriced = entries.some(({ units }) =>
      units.some((unit) => isMeant(unit) && priceOf(known, unit) !== null),
    );
    return sums(entries, known, { isPriced, isMeant });
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
        return void this.ended.add(line.stream.slice('job-'.length));
      case 'PricesAgreed': {
        const { from, prices } = data as unknown as Agreement;
        return void this.agreements.push({ position, account, from, prices });
      }
      case 'ChargeAdjusted':
        return this.adjust(line, account);
      case 'AdjustmentReversed':
        return this.reverse(line, account);
      case 'StatementIssued':
        return this.issue(line, account);
    }
  }

  private enter(line: Line, account: string, entry: Pick<Entry, 'kind' | 'sign' | 'units' | 'rows'>): void {
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
      const units = blocks.map((block) => ({ job, row: from + index, block, day, taken: false }));
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
    const unit = { job, row, block, day: dayOf(line.metadata.time), taken: false };
    this.enter(line, account, { kind: 'charge', sign: 1, units: [unit], rows: [] });
  }

  /** Takes each charge of the scope that no adjustment holds, of jobs that are over. */
  private adjust(line: Line, account: string): void {
    const { adjustment_id, scope } = line.data as { readonly adjustment_id: string; readonly scope: Scope };
    const units = this.charged.filter(
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
    for (const unit of units) unit.taken = true;
    this.adjusted.set(adjustment_id, units);
    this.enter(line, account, { kind: 'adjustment', sign: -1, units, rows: [] });
  }

  private reverse(line: Line, account: string): void {
    const units = this.adjusted.get(String(line.data['reverses']));
    if (units === undefined) throw new Error(`${line.position} reverses what was never made`);
    for (const unit of units) unit.taken = false;
    this.enter(line, account, { kind: 'adjustment', sign: 1, units, rows: [] });
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
    if (!partial) for (const entry of own) this.stated.add(entry);
    const known = this.agreementsOf(account, position);
    const isPriced = own.length > 0 && known.some(({ from }) => from.slice(0, 7) <= month);
    const figures = sums(own, known, { isPriced, isMeant: () => true });
    const late = own.filter(({ time }) => monthOf(time) < month).length;
    this.issued.push({ account, month, position, partial, late, ...figures });
  }
}

interface Meant {
  readonly isPriced: boolean;
  readonly isMeant: (part: { readonly job: string; readonly day: string }) => boolean;
}

function sums(entries: readonly Entry[], known: readonly Agreement[], { isPriced, isMeant }: Meant): Sums {
  let [rows, units, netUnits] = [0, 0, 0];
  let [amount, netAmount] = [0n, 0n];
  for (const entry of entries) {
    rows += entry.rows.filter(isMeant).length;
    for (const unit of entry.units.filter(isMeant)) {
      const cost = priceOf(known, unit) ?? 0n;
      netUnits += entry.sign;
      netAmount += BigInt(entry.sign) * cost;
      if (entry.kind === 'adjustment') continue;
      units++;
      amount += cost;
    }
  }
  return { rows, units, amount: isPriced ? amount : null, netUnits, netAmount: isPriced ? netAmount : null };
}

/** Of the agreements that name the block and have begun by its day, the one that begins last; of those, the last one. */
function priceOf(known: readonly Agreement[], { block, day }: Unit): bigint | null {
  const price = known
    .map(({ from, prices }, order) => ({ from, price: prices[block], order }))
    .filter(({ from, price: named }) => named !== undefined && from <= day)
    .sort((one, other) =>
      one.from === other.from ? one.order - other.order : one.from < other.from ? -1 : 1,
    )
    .at(-1)?.price;
  return price === undefined ? null : hundredMillionths(price);
}
