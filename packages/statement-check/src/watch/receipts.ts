/** Receipts and promises (`docs/statements.md`, "Receipts"): signed notes of nine lines. */
import {
  isAdjustmentId,
  isCount,
  isCurrency,
  isHash,
  isJob,
  isTime,
  isUuid,
  listOf,
  matches,
  type Check,
  type JsonFields,
} from '../check/shapes.js';
import { provesInclusion } from '../merkle/proofs.js';
import { EMPTY_ROOT, parseHash, parseHashes } from '../merkle/tree-hash.js';
import { SyncFault, type FaultCode } from './faults.js';
import { wholeLines } from './kept-folder.js';
import { isEntryProof, plainJson, sizeTold, type EntryProof } from './log-of-heads.js';
import type { LogReader } from './log-reader.js';
import { base64Bytes, isSigned, parseNote, utf8Text, type NoteKey } from './notes.js';
import { isOld } from './ports.js';
import type { CheckedReceipts } from './options.js';

const isNone: Check = (value) => value === '-';
const orNone =
  (check: Check): Check =>
  (value) =>
    isNone(value) || check(value);
const isWhole = matches(/^-?\d{1,15}$/);

const RECEIPT: readonly Check[] = [
  matches(/^company-data receipt v1$/),
  orNone(isJob),
  isHash,
  isWhole,
  orNone(isUuid),
  orNone(isHash),
  matches(/^(?:0|[1-9]\d{0,14})$/),
  matches(/^[A-Za-z0-9+/]{43}=$/),
  isTime,
];
const PROMISE: readonly Check[] = [
  matches(/^company-data promise v1$/),
  matches(/^[1-9]\d{0,14}$/),
  isAdjustmentId,
  isUuid,
  isHash,
  isWhole,
  orNone(matches(/^-?\d{1,30}(?:\.\d{1,30})?$/)),
  orNone(isCurrency),
  isTime,
];

export interface Promised {
  readonly account: number;
  /** The id of the adjustment or credit. */
  readonly entry: string;
  readonly units: number;
  /** Null, as the currency, where nothing is promised of it. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly time: string;
}

interface Asked {
  readonly bytes: Uint8Array;
  readonly where: string;
}

/** The lines of a note that a receipt key of the log signed. @throws SyncFault with this code */
function signedLines(
  code: FaultCode,
  forms: readonly Check[],
  { bytes, where }: Asked,
  keys: Iterable<NoteKey>,
): readonly string[] {
  const note = parseNote(bytes);
  const lines = note?.text.slice(0, -1).split('\n') ?? [];
  const isRight = lines.length === forms.length && forms.every((form, index) => form(lines[index]));
  if (note === null || !isRight || ![...keys].some((key) => isSigned(note, key)))
    throw new SyncFault(code, where, { receipt: bytes });
  return lines;
}

/** @throws SyncFault `promise_wrong` */
export function promiseIn(asked: Asked, keys: Iterable<NoteKey>): Promised {
  const lines = signedLines('promise_wrong', PROMISE, asked, keys);
  const [, account = '', entry = '', , , units = '', amount = '', currency = '', time = ''] = lines;
  const isPriced = amount !== '-' && currency !== '-';
  return {
    ...{ account: Number(account), entry, units: Number(units), time },
    amount: isPriced ? amount : null,
    currency: isPriced ? currency : null,
  };
}

/**
 * Proves every receipt of a file that is two hours old: one base64 text a line.
 * @param name is told in faults. @throws SyncFault
 */
export async function checkReceipts(
  name: string,
  file: Uint8Array,
  reader: LogReader,
): Promise<CheckedReceipts> {
  const checked = { proved: 0, waiting: 0 };
  for (const [index, line] of wholeLines(file).entries()) {
    const isProved = await proveReceipt(line, `${name}, line ${index + 1}`, reader);
    checked[isProved ? 'proved' : 'waiting'] += 1;
  }
  return checked;
}

/** Whether the receipt is proved; false where it is too young to ask. @throws SyncFault */
async function proveReceipt(line: Uint8Array, where: string, reader: LogReader): Promise<boolean> {
  const { service } = reader;
  const refused = { receipt: line };
  const bytes = base64Bytes(utf8Text(line) ?? '');
  if (bytes === null) throw new SyncFault('receipt_wrong', where, refused);
  const lines = signedLines('receipt_wrong', RECEIPT, { bytes, where }, reader.log.receiptKeys.values());
  const [, , , , event = '', leaf = '', leaves = '', base64 = '', time = ''] = lines;
  if (!isOld(time, service.now())) return false;
  const root = base64Bytes(base64) ?? EMPTY_ROOT;
  const isFirst = leaves === '0' && root.equals(EMPTY_ROOT);
  if (!isFirst && !reader.log.seals.has(`${leaves} ${root.toString('hex')}`))
    throw new SyncFault('receipt_seal_unknown', where, refused);
  if (event === '-') return true;
  const answer = await service.get(`/receipts/${event}/proof`, 'pending');
  if (answer === null) throw new SyncFault('receipt_unproved', where, refused);
  const proof = plainJson(answer);
  await reader.reach(sizeTold(proof));
  const isRight =
    isSealProof(proof) &&
    proof['event_id'] === event &&
    proof['leaf'] === leaf &&
    isUnderSeal(proof) &&
    reader.log.holds(proof);
  if (!isRight) throw new SyncFault('receipt_proof_wrong', where, refused);
  return true;
}

const isSealProof = (proof: unknown): proof is JsonFields & EntryProof =>
  isEntryProof(proof, 'seal', {
    event_id: isUuid,
    leaf: isHash,
    leaf_index: isCount,
    leaf_path: listOf(isHash),
  });

function isUnderSeal({ entry, leaf, leaf_index, leaf_path }: JsonFields & EntryProof): boolean {
  const [hash, root, path] = [parseHash(leaf), parseHash(entry['root']), parseHashes(leaf_path)];
  if (hash === null || root === null || path === null) return false;
  return provesInclusion(
    { leaf: hash, index: Number(leaf_index), size: Number(entry['leaves']), root },
    path,
  );
}
