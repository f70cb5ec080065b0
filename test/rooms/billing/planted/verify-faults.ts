/** Faults of `verify` itself: a file of `src/verify`, what it says, and what a wrong one would say. */
export type VerifyFault = readonly [what: string, file: string, from: string, to: string];

const ACCEPTED = 'checks/accepted-survives.check.ts';
const CHARGES = 'checks/charges-stand-on-rows.check.ts';
const ONCE = 'checks/once-only.check.ts';
const ACCOUNT = 'checks/one-account.check.ts';
const AVAILABLE = 'checks/only-available-charged.check.ts';
const REVERSED = 'checks/reversed-once.check.ts';
const ADD_UP = 'checks/rows-add-up.check.ts';
const DELIVERED = 'checks/rows-as-delivered.check.ts';
const NETS = 'checks/statements-say-usage.check.ts';
const STARTS = 'price-starts.ts';
const STATEMENTS = 'checks/statements-are-exact.check.ts';

export const VERIFY_FAULTS: readonly VerifyFault[] = [
  ['data may have any digest', ACCEPTED, 'seen.digest !== digest', 'false'],
  ['data may be missing', ACCEPTED, 'if (missing === null) return;', 'return;'],
  ['a delivered block may be free', CHARGES, 'units[block] === undefined', 'false'],
  ['a late block may be free', CHARGES, 'chunk?.lastFill?.available === true', 'false'],
  [
    'a late charge may stand anywhere',
    CHARGES,
    'fill != null && fill.row === row && fill.block === block',
    'true || fill',
  ],
  ['a record may speak of another job', CHARGES, 'place.job.id !== event.data.job_id', 'false'],
  ['a row may be recorded twice', ONCE, 'chunk.recorded.has(row - chunk.from)', 'false'],
  ['a block may be filled twice', ONCE, 'chunk?.pending.get(row)?.has(block) !== true', 'false'],
  ['a key may be claimed twice', ONCE, '!this.memory.claims.isFree(entry.stream)', 'false'],
  ['a job may be submitted twice', ONCE, 'job !== undefined || entry.revision !== 0', 'false'],
  [
    'an event may be of any account',
    ACCOUNT,
    'entry.account !== null && entry.account !== job.account',
    'false',
  ],
  ['a job needs no claim', ACCOUNT, 'submission.idempotent && claim === undefined', 'false'],
  [
    'a job may differ from its claim',
    ACCOUNT,
    'claim !== undefined && !isDeepStrictEqual(claim.submission, submission)',
    'false',
  ],
  ['a block that was not found may cost', AVAILABLE, '!available.has(block)', 'false'],
  ['a block may cost two units', AVAILABLE, 'units !== 1', 'false'],
  ['a late block that was not found may cost', AVAILABLE, 'chunk?.lastFill?.available === false', 'false'],
  ['an adjustment may be made twice', REVERSED, 'this.seen.has(adjustment_id)', 'false'],
  [
    'an adjustment may be in any account',
    REVERSED,
    'account_id !== owner || entry.account !== owner',
    'false',
  ],
  ['an adjustment may say any sum', REVERSED, 'wrong !== null', 'false'],
  ['an adjustment may have any amount', REVERSED, '!isPriced(day, agreed, entry.time)', 'false'],
  ['a repricing may name any price', REVERSED, ') !== price)', ') === null)'],
  [
    'an adjustment may be in any currency',
    REVERSED,
    'currencyOfDay !== currency && currency !== null && currencyOfDay !== null',
    'false',
  ],
  [
    'more may be taken back than was charged',
    REVERSED,
    'if (entry !== undefined) this.blame(entry, detail, job);',
    'entry?.id;',
  ],
  [
    'a reversal may reverse nothing',
    REVERSED,
    'earlier === undefined || earlier.made.account_id !== data.account_id',
    'earlier === undefined && data.units > 1e9',
  ],
  ['an entry may be reversed twice', REVERSED, 'if (earlier.isReversed) this.blame', 'if (false) this.blame'],
  [
    'a reversal may give back anything',
    REVERSED,
    '!isDeepStrictEqual(counted(data, 1), counted(earlier.made, -1))',
    'false',
  ],
  ['a credit may add to the bill', REVERSED, 'new Big(amount).gte(0)', 'false'],
  ['a statement may have any number of lines', STATEMENTS, 'lines !== head.entries', 'false'],
  ['a statement may have other lines', STATEMENTS, 'tree !== null && hex(tree) !== head.root', 'false'],
  [
    'a statement may go on from anything',
    STATEMENTS,
    'hex(begun) !== head.previous_root || !account.goesOn(statement)',
    'false',
  ],
  ['a statement may end anywhere', STATEMENTS, '!account.reached(statement)', 'false'],
  [
    'a statement may be signed by nobody',
    STATEMENTS,
    "!verifySignature(signedBytes(head), signature, this.keys.get(head.key_id) ?? '')",
    'signature.length > 1e9',
  ],
  ['a statement may say any totals', NETS, 'account.statements.filter(isJudged)', '[] as StatedMonth[]'],
  [
    'a price may begin before what was charged',
    STARTS,
    "newest !== '' && from < earliestOf(dayBefore(newest), isContract)",
    'false',
  ],
  ['a price may begin in a stated month', STARTS, 'months.has(month)', 'false'],
  [
    'a price may name any list',
    'checks/given-lists.ts',
    'if (published === undefined) return',
    'if (false) return',
  ],
  [
    'a row may be recorded as something else',
    DELIVERED,
    'if (deliveredText === recordedText) continue;',
    'continue;',
  ],
  ['a row may be delivered for another company', DELIVERED, 'served.company !== company', 'false'],
  [
    'a failed row may have been delivered',
    DELIVERED,
    'else if (served.reason !== reason)',
    'else if (served.reason === null)',
  ],
  [
    'a late block may be recorded as something else',
    DELIVERED,
    'if (deliveredText !== recordedText)',
    'if (deliveredText === null)',
  ],
  ['a chunk may lack rows', ADD_UP, 'chunk.recorded.count !== chunk.size', 'false'],
  ['a chunk may count anything', ADD_UP, 'differ(counts, chunk.counted)', 'false'],
  ['a job may count anything', ADD_UP, 'differ(counts, job.counts)', 'false'],
  ['a job may count more rows than it has', ADD_UP, 'processedRows(counts) + skipped !== rows', 'false'],
  ['a cancel may skip any rows', ADD_UP, 'skipped !== neverStarted(job)', 'false'],
  [
    'a job may end twice',
    ADD_UP,
    "if (job === undefined) return blame('a job ends",
    "if (job === undefined) return void ('a job ends",
  ],
];
