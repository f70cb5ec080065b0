/** Writes one statement from the account's events in the log: its body, and the draft of its head. */
import type { MonthRules, PriceAgreement } from '../../../streams/account/account.state.js';
import { adjustmentsStreams } from '../../../streams/adjustments/adjustments.events.js';
import { isCredit } from '../../../streams/adjustments/adjustments.state.js';
import type { StatementHead, StatementIssued } from '../../../streams/statement/statement.events.js';
import type { IssuedStatement } from '../../../streams/statement/statement.decider.js';
import { categoryOf, type RecordedEvent } from '../../../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../../../packages/contract/src/ids.js';
import { contractOn } from '../../../streams/account/price-terms.js';
import type {
  StatedContract,
  StatementFormat,
  StatementHeader,
} from '../../../../packages/statement-check/src/format/head.js';
import { STATEMENT_FORMAT, headerRules } from '../../../../packages/statement-check/src/format/head.js';
import { firstDayOf, lastDayOf, monthOf } from '../../../../packages/words/src/month.js';
import { CompactRange, treeFrom } from '../../../../packages/statement-check/src/merkle/compact-range.js';
import { EMPTY_ROOT, parseHashes } from '../../../../packages/statement-check/src/merkle/tree-hash.js';
import { adjustmentFact, creditFact } from './adjustment-fact.js';
import { chargesOf, type ChargeContext } from './charges-of-event.js';
import { StatementBody } from './statement-body.js';
import { MonthRuleUnits } from './month-rule-units.js';

/** The categories of streams that statements are made from. */
export const STATEMENT_CATEGORIES = ['rows', 'adjustments'] as const;

export interface StatementPlan {
  /** A statement that is written again keeps its format. */
  readonly format: StatementFormat;
  readonly account: AccountId;
  /** YYYY-MM, UTC. */
  readonly month: string;
  readonly partial: boolean;
  /** Complete statements of earlier months, in the order of months. */
  readonly earlierStatements: readonly IssuedStatement[];
  /** The account's secret, in hexadecimal digits. */
  readonly secret: string;
  /** Price agreements in the order in which they were made. */
  readonly agreements: readonly PriceAgreement[];
  /** Agreements of month rules in the order in which they were made. */
  readonly monthRules: readonly MonthRules[];
  /**
   * The issued statement that is written again; null: a new statement is written, up to the end of the log.
   */
  readonly issued: IssuedStatement | null;
}

/** A statement before it is issued: it has no time and no key yet. */
export interface StatementDraft {
  readonly head: Omit<StatementHead, 'issued_at' | 'key_id'>;
  readonly frontier: readonly string[];
  readonly totals: StatementIssued['data']['totals'];
  readonly agreements: number;
  readonly month_rules?: number;
}

/** An earlier month has charges but no statement, so this statement can't be written. */
export class EarlierMonthError extends Error {
  override readonly name = 'EarlierMonthError';
  constructor(readonly month: string) {
    super(`${month} has charges and no statement`);
  }
}

type StartingTree = StatementHeader['previous'];
const EMPTY_TREE: StartingTree = { tree_size: 0, root: EMPTY_ROOT.toString('hex'), frontier: [] };

/** Returns the tree that the statement continues. A partial statement has a tree of its own. */
function startingTree({ partial, earlierStatements }: StatementPlan): StartingTree {
  const previous = partial ? undefined : earlierStatements.at(-1);
  return previous === undefined
    ? EMPTY_TREE
    : { tree_size: previous.head.tree_size, root: previous.head.root, frontier: previous.frontier };
}

/** @throws Error where the stored frontier doesn't give the stored root */
function treeOf({ tree_size, root, frontier }: StartingTree): CompactRange {
  const tree = treeFrom(tree_size, parseHashes(frontier) ?? []);
  if (tree?.root().toString('hex') !== root)
    throw new Error(
      `the stored frontier of a tree of ${tree_size} leaves does not give the root of the tree`,
    );
  return tree;
}

function headerOf(plan: StatementPlan): StatementHeader {
  const { account, format, month, partial } = plan;
  return {
    format,
    account_id: account,
    month,
    from: firstDayOf(month),
    to: lastDayOf(month),
    partial,
    previous: startingTree(plan),
    ...headerRules(format),
    ...(format === STATEMENT_FORMAT ? { contract: contractOf(plan) } : {}),
  };
}

function contractOf({ agreements, month }: StatementPlan): StatedContract | null {
  const agreement = contractOn(agreements, lastDayOf(month));
  if (agreement === null) return null;
  const { from, contract } = agreement;
  const { number, purchase_order, to } = contract;
  return { from, number, purchase_order, to };
}

export class StatementWriter {
  private readonly header: StatementHeader;
  private readonly body: StatementBody;
  private readonly membership: StatementMembership;
  private readonly monthRuleUnits: MonthRuleUnits;
  private lastEventId: string | null = null;
  private isOver: boolean;

  constructor(private readonly plan: StatementPlan) {
    const { month, earlierStatements, issued, secret } = plan;
    this.header = headerOf(plan);
    this.body = new StatementBody(this.header, Buffer.from(secret, 'hex'), treeOf(this.header.previous));
    this.membership = new StatementMembership(
      month,
      earlierStatements.map(({ head }) => ({ month: head.month, through: head.through })),
    );
    this.monthRuleUnits = new MonthRuleUnits(plan);
    this.isOver = issued !== null && issued.head.through === null;
  }

  /**
   * Adds the account's next stored event of charges or adjustments. If a statement is written again, events
   * after its end are ignored.
   * @throws EarlierMonthError
   */
  addEvent(recorded: RecordedEvent): void {
    if (this.isOver) return;
    const month = monthOf(recorded.metadata['time'] ?? '');
    const membership = this.membership.membershipOf(month);
    if (membership === 'unissued' && this.hasEntries(recorded)) throw new EarlierMonthError(month);
    if (membership === 'own' || membership === 'late') this.addEntries(recorded, membership === 'late');
    if (membership !== 'later') this.monthRuleUnits.add(recorded, membership === 'earlier');
    this.membership.moveBeyond(recorded.id);
    this.lastEventId = recorded.id;
    this.isOver = recorded.id === this.plan.issued?.head.through;
  }

  private addEntries(recorded: RecordedEvent, late: boolean): void {
    const { format, agreements } = this.plan;
    if (categoryOf(recorded.stream) === 'adjustments') {
      const entry = adjustmentsStreams.decode(recorded);
      if (isCredit(entry.event.data)) return this.body.addCredit(creditFact(entry, late));
      return this.body.addAdjustment(adjustmentFact(entry, { format, agreements, late }));
    }
    for (const charge of chargesOf(recorded, this.chargeContext(), late)) this.body.addCharge(charge);
  }

  private chargeContext(): ChargeContext {
    const { account, agreements } = this.plan;
    return { account, agreements, totals: this.body.totals };
  }

  /** Returns true if the event has lines in a statement. Failed rows and late blocks not found have none. */
  private hasEntries(recorded: RecordedEvent): boolean {
    return (
      categoryOf(recorded.stream) === 'adjustments' ||
      chargesOf(recorded, this.chargeContext(), true).next().done === false
    );
  }

  /** Returns the bytes since the last call (`StatementBody.drain`). */
  drain(): Buffer {
    return this.body.drain();
  }

  /** Ends the body and returns the draft. `write` gets the last bytes before the head. */
  async end(write: (bytes: Buffer) => Promise<void>): Promise<StatementDraft> {
    const { plan, header, lastEventId: through } = this;
    const { format, month, partial, previous } = header;
    if (format === STATEMENT_FORMAT)
      for (const fact of this.monthRuleUnits.facts()) this.body.addMonthRule(fact);
    const { head, frontier, totals } = await this.body.end(write);
    const after = partial ? null : (plan.earlierStatements.at(-1)?.head.through ?? null);
    const { tree_size: previous_tree_size, root: previous_root } = previous;
    return {
      head: {
        format,
        account_id: plan.account,
        month,
        partial,
        after,
        through,
        previous_tree_size,
        previous_root,
        ...head,
      },
      frontier,
      totals,
      agreements: plan.agreements.length,
      ...(plan.monthRules.length === 0 ? {} : { month_rules: plan.monthRules.length }),
    };
  }
}

/** A complete statement: its month, and the id of the last event that it includes; null: it includes none. */
interface EarlierStatement {
  readonly month: string;
  readonly through: string | null;
}

/**
 * `own`: the charge is of the statement's month. `earlier`: an earlier statement has it. `later`: a later
 * statement will have it. `late`, `unissued`: the charge is of an earlier month, and no earlier statement has
 * it. `late`: there is a statement of its month or of a month between. `unissued`: there is none.
 */
type Membership = 'own' | 'late' | 'unissued' | 'earlier' | 'later';

/**
 * Decides which statement a charge belongs to (Contract 5.2). A statement contains the charges of its month,
 * and the charges of earlier months that no earlier statement contains, as far as they are in the log before
 * the statement's end.
 */
class StatementMembership {
  /** The number of earlier statements that end before the current place in the log. */
  private passedCount = 0;

  /** @param earlierStatements the statements before this one, in the order of their months */
  constructor(
    private readonly month: string,
    private readonly earlierStatements: readonly EarlierStatement[],
  ) {
    this.moveBeyond(null);
  }

  /**
   * Returns the membership of a charge at the current place in the log.
   * @param month the charge's month
   */
  membershipOf(month: string): Membership {
    if (month > this.month) return 'later';
    if (this.earlierStatements.slice(this.passedCount).some((statement) => statement.month >= month))
      return 'earlier';
    if (month === this.month) return 'own';
    return this.earlierStatements.some((statement) => statement.month >= month) ? 'late' : 'unissued';
  }

  /** Moves past the event with this id. */
  moveBeyond(id: string | null): void {
    while (this.earlierStatements[this.passedCount]?.through === id) this.passedCount++;
  }
}
