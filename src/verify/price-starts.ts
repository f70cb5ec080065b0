/**
 * Part of invariant 5: a price, or a rule of months, never begins in a month that a complete statement names,
 * nor on a day before the newest charge, adjustment or statement of its account in the log. Otherwise a clock
 * that was put back would give new prices to what was charged and stated already.
 */
import { logPages } from '../../packages/platform/src/event-store/stored-events.js';
import { accountOfStream } from '../streams/account/account.events.js';
import { LOG_START, categoryOf } from '../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { LoggedEvent } from '../streams/index.js';
import { usageFindings, type Comparison, type InvariantReport, type Reach } from './invariant.js';
import type { Place } from './pass-memory.js';
import { readable } from './readable.js';

/** The streams whose times a price may not go behind. */
const BILLED = ['rows', 'adjustments', 'statement'] as const;
const EVENTS_PER_PAGE = 200;
/** The maximum time between the command's reading of the log and its append, and between two clocks. */
const READ_BEFORE_MS = 60_000;

/** The charges that an account was billed up to a position of the log. */
interface Billed {
  newest: string;
  readonly months: Set<string>;
}

export class PriceStarts implements Comparison {
  private findings = usageFindings();
  private readonly accounts = new Map<AccountId, Billed>();
  /** Price agreements to judge once the log before them was read. */
  private waiting: LoggedEvent[] = [];

  /** @param isWhole whether the walk began with the log: then nothing must be read again */
  constructor(private readonly isWhole: boolean) {}

  observe(entry: LoggedEvent, { isFirst }: Place, isJudged: boolean): void {
    if (isAgreement(entry.event) && isJudged)
      if (this.isWhole) this.judge(entry);
      else this.waiting.push(entry);
    if (this.isWhole && isFirst) this.take(entry);
  }

  private take({ stream, account, time, event }: LoggedEvent): void {
    if (account === null || !BILLED.some((category) => category === categoryOf(stream))) return;
    const billed = this.accounts.get(account) ?? { newest: '', months: new Set<string>() };
    this.accounts.set(account, billed);
    if (time > billed.newest) billed.newest = time;
    if (event.type === 'StatementIssued' && !event.data.head.partial)
      billed.months.add(event.data.head.month);
  }

  private judge(entry: LoggedEvent): void {
    const { event, stream } = entry;
    if (!isAgreement(event)) return;
    const { from } = event.data;
    const { newest, months } = this.accounts.get(accountOfStream(stream)) ?? NOTHING;
    const month = from.slice(0, 'YYYY-MM'.length);
    const isContract = event.type === 'ContractAgreed';
    const beginning = AGREEMENTS[event.type];
    if (isContract && !from.endsWith('-01'))
      this.findings.blame(entry, `a contract begins on ${from}, which is not the first of a month`);
    if (months.has(month))
      this.findings.blame(entry, `${beginning} on ${from}, in a month whose complete statement was issued`);
    else if (newest !== '' && from < earliestOf(dayBefore(newest), isContract))
      this.findings.blame(entry, `${beginning} on ${from}, although the account was billed at ${newest}`);
  }

  async settle({ log, upTo, pace }: Reach): Promise<readonly InvariantReport[]> {
    const waiting = this.waiting;
    this.waiting = [];
    if (waiting.length > 0) {
      this.accounts.clear();
      const until = waiting.at(-1)?.position ?? upTo;
      const accounts = new Set(waiting.map(({ stream }) => String(accountOfStream(stream))));
      const read = { after: LOG_START, categories: BILLED, limit: EVENTS_PER_PAGE };
      for await (const { events } of logPages(log, read, until)) {
        for (const recorded of events) {
          while (waiting[0] !== undefined && waiting[0].position < recorded.position) this.judgeNext(waiting);
          if (!accounts.has(recorded.metadata['account'] ?? '')) continue;
          const [first] = readable(recorded);
          if (first !== undefined) this.take(first);
        }
        await pace();
      }
      while (waiting.length > 0) this.judgeNext(waiting);
    }
    const { findings } = this;
    this.findings = usageFindings();
    return [findings.report()];
  }

  private judgeNext(waiting: LoggedEvent[]): void {
    const next = waiting.shift();
    if (next !== undefined) this.judge(next);
  }
}

/** The words for the beginning of what each type of event agrees. */
const AGREEMENTS = {
  PricesAgreed: 'prices begin',
  PricesWithdrawn: 'prices begin',
  ContractAgreed: 'a contract begins',
  MonthRulesAgreed: 'month rules begin',
} as const;
type Agreement = Extract<LoggedEvent['event'], { readonly type: keyof typeof AGREEMENTS }>;
const isAgreement = (event: LoggedEvent['event']): event is Agreement => event.type in AGREEMENTS;

const NOTHING: Billed = { newest: '', months: new Set() };

/** The first day on which prices may begin that are agreed on a day; contracts on any of its month. */
const earliestOf = (day: string, isContract: boolean): string => (isContract ? `${day.slice(0, 7)}-01` : day);

/** The day of a time, with the tolerance for events that were under way. */
const dayBefore = (time: string): string =>
  new Date(Date.parse(time) - READ_BEFORE_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
