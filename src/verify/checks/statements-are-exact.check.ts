/**
 * Invariant 10: a statement's lines are exactly the charges and adjustments of its range. This check makes
 * each statement again from the log. The number of lines and the tree head must be the same, the tree must go
 * on from the statement before, and the head must be signed with a key of the log.
 */
import { canonicalJson, type FactKind } from '../../../packages/statement-check/src/format/facts.js';
import { signedBytes } from '../../../packages/statement-check/src/format/head.js';
import { leafOf, leafSalt } from '../../../packages/statement-check/src/format/leaf.js';
import { verifySignature } from '../../../packages/statement-check/src/format/signature.js';
import { CompactRange, treeFrom } from '../../../packages/statement-check/src/merkle/compact-range.js';
import { parseHashes } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import { isCredit } from '../../streams/adjustments/adjustments.state.js';
import { priceTermOf } from '../../streams/account/price-terms.js';
import { accountOfStream, accountStream } from '../../streams/account/account.events.js';
import type { LoggedEvent } from '../../streams/index.js';
import { serviceStream } from '../../streams/service/service.events.js';
import { statementStream, statementStreams } from '../../streams/statement/statement.events.js';
import {
  LOG_START,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../../../packages/platform/src/event-store/event-store.js';
import { logPages, storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { Findings, type Comparison, type InvariantReport } from '../invariant.js';
import { readable } from '../readable.js';
import { statedMonthRules } from './stated-rule-lines.js';
import { netsReport } from './statements-say-usage.check.js';
import { StatedAccount, type StatementOfEntry, type StatedMonth } from '../stated-accounts.js';
import { priced, statedAdjustment, statedCredit, type StatedBy, type StatedCharge } from '../stated-facts.js';

/** The streams to read before the walk: prices, then statements with their secrets, then signing keys. */
const BEFORE = ['account', 'statement', 'service'] as const;

export class StatementsAreExact implements Comparison {
  private readonly findings = new Findings(10, 'statements are exact', 'statements');
  private readonly accounts = new Map<AccountId, StatedAccount>();
  private readonly keys = new Map<string, string>();
  /** The company of the row that was read last: its charge comes next. */
  private company: string | null = null;
  private holding: readonly StatementOfEntry[] = [];

  /** Reads all statements, prices and keys up to the head. */
  static async begin(eventStore: Pick<EventStore, 'readAll'>, head: Position): Promise<StatementsAreExact> {
    const check = new StatementsAreExact();
    for await (const { events } of logPages(eventStore, { after: LOG_START, categories: BEFORE }, head))
      for (const recorded of events) check.learn(readable(recorded));
    return check.withoutUnstated();
  }

  /** Reads those of a few accounts, from their own streams. */
  static async ofAccounts(
    eventStore: Pick<EventStore, 'readStream'>,
    accounts: Iterable<AccountId>,
    upTo: Position,
  ): Promise<StatementsAreExact> {
    const check = new StatementsAreExact();
    const own = [...accounts].flatMap((account) => [accountStream(account), statementStream(account)]);
    for (const stream of [serviceStream(), ...own])
      for await (const recorded of storedEvents(eventStore, stream))
        if (recorded.position <= upTo) check.learn(readable(recorded));
    return check.withoutUnstated();
  }

  /** Returns true if the account has statements to check. */
  has(account: AccountId): boolean {
    return this.accounts.has(account);
  }

  /**
   * The position from which the log is read to make the statements in `recent` again: the newest complete
   * statement that was issued before their first month began, with an hour for clocks that differ. A charge
   * that is later than that lies before this position and isn't seen.
   */
  startFor(recent: ReadonlySet<string>): Position {
    const starts = [...this.accounts.values()].map((account) => account.startFor(recent));
    return starts.sort()[0] ?? LOG_START;
  }

  /** Says that reading begins behind this position. A statement issued by then covers no later event. */
  beginAt(position: Position): void {
    for (const account of this.accounts.values()) account.beginAt(position);
  }

  private learn(entries: readonly LoggedEvent[]): void {
    for (const entry of entries) {
      const { event, stream } = entry;
      switch (event.type) {
        case 'PricesAgreed':
        case 'PricesWithdrawn':
        case 'ContractAgreed':
          this.of(accountOfStream(stream)).agreements.push(...priceTermOf(event));
          break;
        case 'MonthRulesAgreed':
          this.of(accountOfStream(stream)).monthRules.push(event.data);
          break;
        case 'LeafSecretMade':
          this.of(statementStreams.idOf(stream)).secret = Buffer.from(event.data.secret, 'hex');
          break;
        case 'StatementIssued':
          this.of(statementStreams.idOf(stream)).issued(entry, event.data);
          break;
        case 'StatementKeyIntroduced':
          this.keys.set(event.data.key_id, event.data.public_key);
          break;
        default:
      }
    }
  }

  private of(account: AccountId): StatedAccount {
    const stated = this.accounts.get(account) ?? new StatedAccount();
    this.accounts.set(account, stated);
    return stated;
  }

  /** Drops accounts without a statement, so that they cost no memory. */
  private withoutUnstated(): this {
    for (const [id, account] of this.accounts) if (account.statements.length === 0) this.accounts.delete(id);
    return this;
  }

  /** Takes in a stored event of these accounts, but none that can't be read: invariant 8 reports it. */
  take(recorded: RecordedEvent): void {
    for (const entry of readable(recorded)) this.observe(entry);
  }

  observe(entry: LoggedEvent): void {
    const account = entry.account === null ? undefined : this.accounts.get(entry.account);
    if (account === undefined) return;
    const { event } = entry;
    switch (event.type) {
      case 'RowResolved':
        this.company = event.data.company_number;
        return;
      case 'RowsRecorded':
      case 'BlockFilled':
        return this.begin(account, entry);
      case 'RowCharged': {
        const { job_id, row, units } = event.data;
        const charge = { charge_id: entry.id, company_number: this.company, job_id, row, units };
        return this.charged(account, entry, { ...charge, entry: 'row' });
      }
      case 'BlockCharged': {
        this.begin(account, entry);
        const { job_id, row, block, units } = event.data;
        const charge = { charge_id: entry.id, company_number: null, job_id, row, units: { [block]: units } };
        return this.charged(account, entry, { ...charge, entry: 'block' });
      }
      case 'ChargeAdjusted':
      case 'ChargesRepriced':
      case 'CreditGranted':
      case 'AdjustmentReversed':
        this.begin(account, entry);
        for (const { statement } of this.holding) statement.net.adjust(event);
        if (isCredit(event.data))
          return this.add(account, 'credit', event.data.adjustment_id, ({ late }) =>
            canonicalJson(statedCredit(event, { time: entry.time, late })),
          );
        return this.add(account, 'adjustment', event.data.adjustment_id, (by) =>
          canonicalJson(statedAdjustment(event, { time: entry.time, ...by })),
        );
      default:
        return;
    }
  }

  /** Called at the first logical event of a stored one: its logical events share account and time. */
  private begin(account: StatedAccount, { id, time }: LoggedEvent): void {
    account.begin(id);
    this.holding = account.holding(time.slice(0, 'YYYY-MM'.length));
  }

  private charged(account: StatedAccount, { time, account: id }: LoggedEvent, charged: StatedCharge): void {
    const rows = charged.entry === 'row' ? 1 : 0;
    for (const { statement } of this.holding) statement.net.charge(time.slice(0, 10), charged.units, rows);
    this.add(account, 'charge', charged.charge_id, ({ late, agreements }) =>
      canonicalJson(priced(charged, { account_id: id ?? 0, time, late }, agreements)),
    );
  }

  private add(
    account: StatedAccount,
    kind: FactKind,
    id: string,
    textOf: (by: StatedBy & { readonly late: boolean }) => string,
  ): void {
    for (const { statement, late } of this.holding) {
      const { agreements, head } = statement.data;
      const { format } = head;
      const text = textOf({ late, format, agreements: account.agreements.slice(0, agreements) });
      statement.leaves.push(leafOf(kind, text, leafSalt(account.secret, id)));
    }
  }

  settle(): Promise<readonly InvariantReport[]> {
    const noFaults = (): readonly string[] => [];
    return Promise.resolve(this.conclude(() => true, noFaults));
  }

  /** Like `settle`, but judges only statements issued by these events, and trusts earlier trees. */
  concludeOnly(recent: ReadonlySet<string>): readonly InvariantReport[] {
    return this.conclude(({ entry }) => recent.has(entry.id), ownFaults);
  }

  /** @param firstFaults gives the faults to report first */
  private conclude(
    isJudged: (statement: StatedMonth) => boolean,
    firstFaults: (statement: StatedMonth) => readonly string[],
  ): readonly InvariantReport[] {
    for (const account of this.accounts.values()) {
      let tree = new CompactRange();
      for (const statement of account.statements) {
        const { entry, data } = statement;
        if (isJudged(statement)) {
          this.findings.checked++;
          const { faults, after } = this.compared(account, statement, tree);
          for (const fault of new Set([...firstFaults(statement), ...faults]))
            this.findings.blame(entry, `the statement of ${data.head.month} ${fault}`);
          tree = after;
        } else if (!data.head.partial) tree = signedTree(statement) ?? new CompactRange();
      }
    }
    return [this.findings.report(), netsReport(this.accounts.values(), isJudged)];
  }

  /** @returns the faults, and the tree from which the next complete statement goes on */
  private compared(
    account: StatedAccount,
    statement: StatedMonth,
    before: CompactRange,
  ): { readonly faults: readonly string[]; readonly after: CompactRange } {
    const { head, signature } = statement.data;
    for (const fact of statedMonthRules(account, statement)) {
      const salt = leafSalt(account.secret, `${head.month} ${fact.month} ${fact.rule}`);
      statement.leaves.push(leafOf('month_rule', canonicalJson(fact), salt));
    }
    const begun = head.partial ? new CompactRange() : before;
    const tree = treeAfter(begun, statement.leaves);
    const lines = statement.leaves.end - statement.leaves.begin;
    const faults: string[] = [];
    if (!account.reached(statement)) faults.push('names a last event that the log does not have');
    if (tree === null || hex(begun) !== head.previous_root || !account.goesOn(statement))
      faults.push('does not go on from the one before');
    if (lines !== head.entries) faults.push(`has ${head.entries} lines, its part of the log ${lines}`);
    else if (tree !== null && hex(tree) !== head.root)
      faults.push('has other lines than its part of the log');
    else if (!hasOwnRoot(statement)) faults.push(OTHER_ROOT);
    if (!verifySignature(signedBytes(head), signature, this.keys.get(head.key_id) ?? ''))
      faults.push(`is not signed with key ${head.key_id} of the log`);
    return { faults, after: head.partial ? before : (tree ?? before) };
  }
}

const hex = (tree: CompactRange): string => tree.root().toString('hex');

/** Null where the kept frontier doesn't fit the tree's size. */
const signedTree = ({ data: { head, frontier } }: StatedMonth): CompactRange | null =>
  treeFrom(head.tree_size, parseHashes(frontier) ?? []);

const OTHER_ROOT = 'has another tree head than its tree';
const hasOwnRoot = (statement: StatedMonth): boolean => {
  const tree = signedTree(statement);
  return tree !== null && hex(tree) === statement.data.head.root;
};

/** The faults of a statement that can be found without the log. */
function ownFaults(statement: StatedMonth): readonly string[] {
  const { entries, tree_size, previous_tree_size } = statement.data.head;
  const added = tree_size - previous_tree_size;
  return [
    ...(added === entries ? [] : [`has ${entries} lines, its tree ${added}`]),
    ...(hasOwnRoot(statement) ? [] : [OTHER_ROOT]),
  ];
}

/** Null where the leaves don't begin where the tree ends. */
function treeAfter(before: CompactRange, leaves: CompactRange): CompactRange | null {
  if (before.end !== leaves.begin) return null;
  const tree = new CompactRange();
  for (const subtree of [...before.subtrees, ...leaves.subtrees]) tree.join(subtree);
  return tree;
}
