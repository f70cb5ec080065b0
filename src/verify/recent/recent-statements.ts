/**
 * Invariants 10 and 11 behind a checkpoint: each statement that was issued there goes on from the one before, its tree has
 * the signed head, a key of the log signed it, its lines are those that the log gives, and its sums those of usage
 * (`recent-lines.ts`).
 */
import { signedBytes } from '../../billing/statements/format/head.js';
import { isSigned } from '../../billing/statements/format/signature.js';
import { treeFrom } from '../../billing/statements/merkle/compact-range.js';
import { EMPTY_ROOT, parseHashes } from '../../billing/statements/merkle/tree-hash.js';
import { statementKeys } from '../../billing/statements/recorded-statements.js';
import { decode, type LoggedEvent } from '../../streams/index.js';
import { statementStream, statementStreams } from '../../streams/statement/statement.events.js';
import type { IssuedStatement } from '../../streams/statement/statement.state.js';
import type { EventStore, Position } from '../../platform/event-store/event-store.js';
import { storedEvents } from '../../platform/event-store/stored-events.js';
import type { AccountId } from '../../shared/ids.js';
import { Findings, type InvariantReport } from '../invariant.js';
import type { Offender } from '../offender.js';
import { StatementsAreExact } from '../checks/statements-are-exact.check.js';
import { reportsOfLines, type LinesSource } from './recent-lines.js';

type Streams = Pick<EventStore, 'readStream'>;
/** Public keys by their ids. */
type Keys = ReadonlyMap<string, string>;

export class RecentStatements {
  /** Ids of the events that issued statements behind the checkpoint, by account. */
  private touched = new Map<AccountId, Set<string>>();

  observe({ event, stream, id }: LoggedEvent): void {
    if (event.type !== 'StatementIssued') return;
    const account = statementStreams.idOf(stream);
    this.touched.set(account, (this.touched.get(account) ?? new Set()).add(id));
  }

  /** Judges the statements since the last call. */
  async settle(source: LinesSource): Promise<readonly InvariantReport[]> {
    const { log, upTo } = source;
    const findings = new Findings(10, 'statements are exact', 'statements');
    const touched = this.touched;
    this.touched = new Map();
    const signers: Keys =
      touched.size === 0
        ? new Map()
        : new Map((await statementKeys(log)).map(({ key_id, public_key }) => [key_id, public_key]));
    for (const [account, recent] of touched)
      await judge({ log, account, upTo }, { recent, signers }, findings);
    const said = new Set(findings.report().offenders.map(saying));
    const [lines, nets] = (await reportsOfLines(source, touched)) ?? NOTHING_ISSUED;
    for (const offender of lines.offenders) if (!said.has(saying(offender))) findings.offend(offender);
    return [findings.report(), nets];
  }
}

const NOTHING_ISSUED = new StatementsAreExact().concludeOnly(new Set());

const saying = ({ event_id, detail }: Offender): string => `${event_id} ${detail}`;

async function judge(
  of: { readonly log: Streams; readonly account: AccountId; readonly upTo: Position },
  { recent, signers }: { readonly recent: ReadonlySet<string>; readonly signers: Keys },
  findings: Findings,
): Promise<void> {
  let before: IssuedStatement | null = null;
  for await (const recorded of storedEvents(of.log, statementStream(of.account))) {
    if (recorded.position > of.upTo) return;
    for (const entry of decode(recorded)) {
      const { event } = entry;
      if (event.type !== 'StatementIssued') continue;
      if (recent.has(entry.id)) {
        findings.checked++;
        for (const fault of faultsOf(event.data, before, signers))
          findings.found(entry, `the statement of ${event.data.head.month} ${fault}`);
      }
      if (!event.data.head.partial) before = event.data;
    }
  }
}

/** @param before the complete statement before it; null: there is none */
function faultsOf(statement: IssuedStatement, before: IssuedStatement | null, signers: Keys): string[] {
  const { head, signature, frontier } = statement;
  const faults: string[] = [];
  if (!goesOn(statement, head.partial ? null : before)) faults.push('does not go on from the one before');
  const tree = treeFrom(head.tree_size, parseHashes(frontier) ?? []);
  const added = head.tree_size - head.previous_tree_size;
  if (added !== head.entries) faults.push(`has ${head.entries} lines, its tree ${added}`);
  if (tree?.root().toString('hex') !== head.root) faults.push('has another tree head than its tree');
  if (!isSigned(signedBytes(head), signature, signers.get(head.key_id) ?? ''))
    faults.push(`is not signed with key ${head.key_id} of the log`);
  return faults;
}

/** A first one, and a partial one, have a tree of their own. */
function goesOn({ head }: IssuedStatement, before: IssuedStatement | null): boolean {
  if (before === null)
    return (
      head.after === null &&
      head.previous_tree_size === 0 &&
      head.previous_root === EMPTY_ROOT.toString('hex')
    );
  return (
    head.month > before.head.month &&
    head.after === before.head.through &&
    head.previous_tree_size === before.head.tree_size &&
    head.previous_root === before.head.root
  );
}
