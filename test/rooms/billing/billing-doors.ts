/** What usage, statements, `billing explain` and evidence say of random months. */
import { readFileSync } from 'node:fs';
import { driveLanes } from '../../../projections/read-side.js';
import type { UsageRange } from '../../../src/billing/usage/usage-range.js';
import { UsageReader, type UsageOutcome } from '../../../src/billing/usage/usage-reader.js';
import { writeEvidence } from '../../../src/investigate/disputes/write-evidence.js';
import { explainBilling } from '../../../src/investigate/explain/explain-billing.js';
import { firstCharges } from '../../../src/investigate/explain/job-charges.js';
import { readJobFacts } from '../../../src/investigate/job-facts.js';
import type { OperatorServices } from '../../../src/operator/operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { issueStatement } from '../../../src/operator/statements/issue-statements.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import type { Submission } from '../../../src/streams/job/job.events.js';
import type { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { firstDayOf, lastDayOf } from '../../../packages/words/src/month.js';
import { trillionths, type CurrencySum, type Sums } from './exported-sums.js';
import type { Tally } from './tally.js';

const LANES = ['access', 'work', 'billing', 'pages', 'support'] as const;

/** What one of the doors said, when the log stood at a position. */
export type Said = {
  readonly by: string;
  readonly account: AccountId;
  readonly at: Position;
} & (
  | { readonly range: UsageRange; readonly sums: Sums }
  /** Evidence tells of billed rows alone. */
  | { readonly job: JobId; readonly sums: Omit<Sums, 'rows'> }
);

/** A statement as its file says it. */
export interface Stated extends Sums {
  readonly account: AccountId;
  readonly month: string;
  readonly partial: boolean;
  readonly late: number;
  /** By currency. */
  readonly monthRules: Readonly<Record<string, bigint>>;
  readonly text: string;
}

/** What a door said of the rules of a month, when the log stood at a position. */
export interface SaidRules {
  readonly by: string;
  readonly account: AccountId;
  readonly at: Position;
  readonly month: string;
  readonly amount: bigint;
}

/** Why there is no statement: none of these is a fault. */
const REFUSED: ReadonlySet<string> = new Set(['earlier_month_open', 'month_closed', 'not_open_yet']);

export class BillingDoors {
  readonly said: Said[] = [];
  readonly saidRules: SaidRules[] = [];
  /** In the order of their issue. */
  readonly stated: Stated[] = [];

  /** @param operator each command is a request of its own */
  constructor(
    private readonly operator: () => OperatorServices,
    private readonly folder: TemporaryFolder,
    private readonly tally: Tally,
  ) {}

  /** The head of the log, which the read models have reached. */
  async driven(): Promise<Position> {
    const { stores } = this.operator();
    const head = await stores.eventStore.head();
    await driveLanes(stores, LANES, head, 0);
    return head;
  }

  async statement(account: AccountId, month: string, now: Date): Promise<void> {
    await this.driven();
    const file = this.folder.file(`${account}-${month}.ndjson`);
    const wish = { month, account, file, now, onProgress: () => undefined };
    try {
      const { outcome, partial } = await issueStatement(this.operator(), wish);
      const text = readFileSync(file, 'utf8');
      if (outcome === 'repeated') return this.repeated(account, month, text);
      const stated = { account, month, partial, text, ...statementSums(text) };
      this.stated.push(stated);
      this.tally.count(partial ? 'partial statement' : 'statement');
      if (stated.late > 0) this.tally.count('statement with late lines');
      if (Object.keys(stated.currencies).length > 1) this.tally.count('statement in two currencies');
      if (text.includes('"late":true,"month":')) this.tally.count('statement with a difference of rules');
    } catch (error) {
      if (!(error instanceof WrongRequest) || !REFUSED.has(error.code)) throw error;
      this.tally.count(error.code);
    }
  }

  /** Byte for byte, whatever was charged and agreed since. */
  private repeated(account: AccountId, month: string, text: string): void {
    const issued = this.stated.filter((each) => each.account === account && each.month === month);
    if (issued.at(-1)?.text !== text)
      throw new Error(`the statement of ${month} says something else when repeated`);
    this.tally.count('repeated statement');
  }

  async dispute({ job_id, account_id }: Submission): Promise<void> {
    const { eventStore } = this.operator().stores;
    const at = await eventStore.head();
    const found = await readJobFacts(eventStore, job_id);
    if (found.outcome !== 'found') throw new Error(`${job_id} is gone`);
    const sums = await writeEvidence(eventStore, { job: found.job, rows: null, until: at }, () => undefined);
    const { units, netUnits } = sums;
    const told = { units, netUnits, ...moneyOf(sums.cost) };
    this.said.push({ by: 'evidence', account: account_id, at, job: job_id, sums: told });
    await this.driven();
    const explained = await this.explained(account_id, null, job_id);
    this.said.push({ by: 'explain of a job', account: account_id, at, job: job_id, sums: explained });
    this.tally.count('dispute');
  }

  async look(account: AccountId, range: UsageRange): Promise<void> {
    const at = await this.driven();
    const { models, stores } = this.operator();
    const reader = new UsageReader(models, stores.eventStore);
    const say = (by: string, sums: Sums): void => void this.said.push({ by, account, range, at, sums });
    for (const granularity of ['block', 'day'] as const) {
      const answer = await reader.readUsage({ account, range, granularity, jobId: null });
      say(`usage by ${granularity}`, usageSums(answer));
    }
    say('usage by job', usageSums(await reader.readUsageBy('job', account, range)));
    say('usage by key', usageSums(await reader.readUsageBy('key', account, range)));
    const explained = await this.explained(account, range, null);
    say('explain', explained);
    if (Object.keys(explained.currencies).length > 1) this.tally.count('usage in two currencies');
    this.tally.count('look');
  }

  /** What `billing explain` says of these days, or of a job; it must find the charges of its own figures. */
  private async explained(account: AccountId, range: UsageRange | null, job: JobId | null): Promise<Sums> {
    const { models, stores } = this.operator();
    const { eventStore, coordination } = stores;
    const scope = { account, range, block: null, job, key: null };
    const bill = await models.snapshot((from) =>
      explainBilling({ eventStore, coordination, reader: from }, scope, firstCharges(5)),
    );
    if (!bill.complete || bill.agrees !== true)
      throw new Error('explain does not find the charges of its figure');
    const { rows, units, net_units: netUnits } = bill;
    return { rows, units, netUnits, ...moneyOf(bill) };
  }

  /** Asks usage and `billing explain` for the rules of a whole month. */
  async lookAtRules(account: AccountId, month: string): Promise<void> {
    const at = await this.driven();
    const { models, stores } = this.operator();
    const { eventStore, coordination } = stores;
    const range = { from: firstDayOf(month), to: lastDayOf(month) };
    const asked = { account, range, granularity: 'block', jobId: null } as const;
    const usage = await new UsageReader(models, eventStore).readUsage(asked);
    if (usage.outcome !== 'usage') throw new Error(`usage answers ${usage.outcome}`);
    const { month_rules = [] } = usage.body;
    this.saidRules.push({ by: 'usage', account, at, month, amount: amountOf(month_rules) });
    const scope = { account, range, block: null, job: null, key: null };
    const bill = await models.snapshot((reader) =>
      explainBilling({ eventStore, coordination, reader }, scope, firstCharges(5)),
    );
    this.saidRules.push({ by: 'explain', account, at, month, amount: amountOf(bill.month_rules) });
    if (month_rules.some(({ amount }) => amount !== '0')) this.tally.count('month with rules');
  }
}

/** The amounts of these rules together. */
const amountOf = (rules: readonly { readonly amount: string }[]): bigint =>
  rules.reduce((sum, { amount }) => sum + trillionths(amount), 0n);

const money = (text: string | null): bigint | null => (text === null ? null : trillionths(text));

interface ToldMoney {
  readonly currency?: string | null | undefined;
  readonly amount?: string | null | undefined;
  readonly net_amount?: string | null | undefined;
  readonly currencies?: readonly ToldMoney[] | undefined;
}

/** What isn't adjusted is owed as it was charged. */
function moneyOf(told: ToldMoney): Pick<Sums, 'amount' | 'netAmount' | 'currencies'> {
  const { currency = null, amount = null, net_amount = amount, currencies } = told;
  const one = currency === null ? [] : [told];
  const listed = (currencies ?? one).map((each): [string, CurrencySum] => [
    each.currency ?? '',
    {
      amount: money(each.amount ?? null) ?? 0n,
      netAmount: money(each.net_amount ?? each.amount ?? null) ?? 0n,
    },
  ]);
  return { amount: money(amount), netAmount: money(net_amount), currencies: Object.fromEntries(listed) };
}

function usageSums(answer: UsageOutcome<object>): Sums {
  if (answer.outcome !== 'usage') throw new Error(`usage answers ${answer.outcome}`);
  const { counts, net_units = counts.units } = answer.body;
  return { rows: counts.rows, units: counts.units, netUnits: net_units, ...moneyOf(answer.body) };
}

interface Totals {
  readonly late: number;
  readonly currency: string | null;
  readonly charges: { readonly rows: number; readonly units: number; readonly amount: string | null };
  readonly net: { readonly units: number; readonly amount: string | null };
  readonly currencies: readonly (ToldMoney & { readonly month_rules: string })[];
}

function statementSums(text: string): Sums & Pick<Stated, 'late' | 'monthRules'> {
  const line = text.split('\n').at(-3) ?? '';
  const { late, currency, charges, net, currencies } = (JSON.parse(line) as { readonly totals: Totals })
    .totals;
  const { rows, units, amount } = charges;
  const told = moneyOf({ currency, amount, net_amount: net.amount, currencies });
  const lines = text.split('\n').filter((each) => each.includes('"month_rule":'));
  const ruled = new Set(
    lines.map((each) => (JSON.parse(each) as { month_rule: ToldMoney }).month_rule.currency ?? ''),
  );
  const monthRules = currencies
    .filter((each) => ruled.has(each.currency ?? ''))
    .map((each) => [each.currency ?? '', trillionths(each.month_rules)] as const);
  return { late, rows, units, netUnits: net.units, ...told, monthRules: Object.fromEntries(monthRules) };
}
