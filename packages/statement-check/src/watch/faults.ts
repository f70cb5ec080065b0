/** Why a sync refuses what it was given: the codes and sentences of `docs/statements.md`, "Failures". */

export const SENTENCES = {
  no_log: 'The service shows no log of heads, so nobody can tell whether everybody sees the same statements.',
  checkpoint_wrong: 'The checkpoint is no signed note of a log.',
  checkpoint_signature:
    'The checkpoint is not signed by the key that you pinned, and no key set in the log leads from that key to another.',
  witnesses_missing: 'Fewer of your witnesses have signed the checkpoint than you ask for.',
  timestamp_wrong: "The log's newest time stamp is missing, out of date, or not one that you believe.",
  log_shrunk: 'The log has fewer entries than the log that you kept.',
  log_forked: 'The log was rewritten: its first entries are not those that you kept.',
  entries_wrong: 'The served entries do not make the tree of the checkpoint.',
  entry_wrong: "An entry of the log is not of the form that the log's page describes.",
  month_key_twice: 'A month has two keys in the log, so that two statements of it could have two places.',
  month_key_missing: "The log has a statement of a month before that month's key.",
  slot_twice: 'The log has two statements in one place: an account was given two statements of one month.',
  key_set_unsigned: 'The log has a key set that is not signed by the key before it.',
  key_lost:
    'The log has a new checkpoint key that the old one did not sign. Ask the service by telephone, then pass the key as accepted.',
  origin_changed:
    'The log goes by another name since a restored back-up. Ask what happened, then pass the new name as accepted.',
  account_differs: 'The API key is of another account than the kept statements.',
  policy_differs: 'You named another checkpoint key than the one that you pinned.',
  kept_damaged: 'A file in your own folder was changed or is unreadable.',
  statement_missing: 'The service no longer lists a statement that you kept.',
  statement_changed: 'The service lists a statement with other bytes than those that you kept.',
  statement_other: 'The served file is not the complete statement of this account and month.',
  statement_key: 'The statement is signed with a key that the log does not name.',
  statement_wrong: 'The statement does not pass the check.',
  statements_differ: 'The statement contradicts an earlier one that you kept.',
  proof_missing: 'The statement is over two hours old and has no entry in the log.',
  proof_wrong: "The proof does not show that the statement's entry is in the log.",
  slot_wrong: "The statement's entry stands in another place than that of your account and the month.",
  head_wrong: 'The log has another statement of this month than the one that you were given.',
  row_differs: 'A charge says something else than the result that you were given.',
  charge_unknown: 'A charge is for a row of which you have no result.',
  receipt_wrong: 'A receipt is not signed by a receipt key of the log, or is unreadable.',
  receipt_seal_unknown: 'A receipt over two hours old names a seal that the log does not have.',
  receipt_unproved:
    'A receipt is over two hours old, and the service has no proof that its event is in the sealed log.',
  receipt_proof_wrong: 'The proof of a receipt does not lead to a seal of the log.',
  promise_wrong: 'A promise is not signed by a receipt key of the log, or is unreadable.',
  promise_broken: 'The next complete statement lacks an entry that you were promised.',
  promise_differs:
    'A promised entry stands in your statement with other units, or another amount or currency.',
} as const;

export type FaultCode = keyof typeof SENTENCES;

/** Bytes that are evidence, by their name in the folder `refused`. */
export type Refused = Readonly<Record<string, Uint8Array>>;

/** The service contradicts itself, or what the customer kept. */
export class SyncFault extends Error {
  override readonly name = 'SyncFault';
  /** For a person. */
  readonly sentence: string;

  /**
   * @param where the file, month or line that it is about; empty where it is about none
   * @param lost with `origin_changed`: entries that were kept and are no longer in the log
   */
  constructor(
    readonly code: FaultCode,
    readonly where = '',
    readonly refused: Refused = {},
    readonly lost: readonly string[] = [],
  ) {
    super(where === '' ? SENTENCES[code] : `${SENTENCES[code]} (${where})`);
    this.sentence = SENTENCES[code];
  }
}

/** What a sync was given, or the list of statements, is of another form. */
export class WrongInputError extends Error {
  override readonly name = 'WrongInputError';

  constructor(
    readonly code: 'wrong_option' | 'no_results' | 'unexpected_answer',
    message: string,
  ) {
    super(message);
  }
}
