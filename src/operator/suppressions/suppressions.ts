/** Suppresses values in answers, lifts suppressions and lists them. */
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { SuppressedKind } from '../../../packages/contract/src/suppression/suppressed.js';
import { operatorNamed } from '../../streams/envelope.js';
import { suppressionsStreams } from '../../streams/suppressions/suppressions.events.js';
import { LiftSuppressions, SuppressValues, type SuppressionsChanged } from './commands.js';
import { keyedHash, type KeyedHash } from '../../jobs/suppressions/suppressed-hashes.js';
import { SuppressionsModule } from './suppressions.module.js';
import { recognise } from '../../../packages/contract/src/suppression/value.js';
import { waitUntilInForce, send, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { cell, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';

/** The number of hexadecimal digits of a keyed hash that identify it. */
const ID_DIGITS = 16;
const ID_PATTERN = /^[0-9a-f]{16}$/;

export interface Suppression {
  /** Identifies the suppression without revealing the value. */
  readonly id: string;
  readonly kind: SuppressedKind;
  readonly suppressed_at: string;
  readonly suppressed_by: string | null;
  /** False where another `KEY_HASH_SECRET` was in use: the value must be suppressed again. */
  readonly effective: boolean;
}

export interface NamedSuppression {
  /** The operator's text: the value, or its id if a suppression is lifted by id. */
  readonly value: string;
  readonly kind: SuppressedKind;
  readonly id: string;
}

interface NamedHash extends NamedSuppression {
  readonly hash: string;
}

const hasherOf = ({ settings }: OperatorServices): KeyedHash => keyedHash(settings.keyHashSecret);

/** @throws WrongRequest where the value can't be suppressed, or may be of several kinds */
function hashedValue(operator: OperatorServices, value: string, kind: SuppressedKind | null): NamedHash {
  const recognition = recognise(value, kind);
  if (recognition.outcome !== 'recognised')
    throw new WrongRequest(`${recognition.outcome}_value`, recognition.detail);
  const hash = hasherOf(operator).hashOf(recognition);
  return { value, kind: recognition.kind, id: hash.slice(0, ID_DIGITS), hash };
}

export interface ChangedSuppression extends NamedSuppression {
  /** False if the command changed nothing for this value. */
  readonly changed: boolean;
}

/**
 * Suppresses values. Rows whose answer begins after this function has returned never show them.
 * @throws WrongRequest where a value can't be suppressed: then no value is suppressed
 */
export async function suppressValues(
  operator: OperatorServices,
  values: readonly string[],
  kind: SuppressedKind | null,
): Promise<readonly ChangedSuppression[]> {
  const namedHashes = values.map((value) => hashedValue(operator, value, kind));
  const command = new SuppressValues(operator.context, {
    values: namedHashes.map(({ kind: valueKind, hash }) => ({ kind: valueKind, value_hash: hash })),
    secret: hasherOf(operator).fingerprint,
  });
  return changesOf(namedHashes, await sendAndWait(operator, command));
}

/**
 * Lifts suppressions: answers may show these values again.
 * @param values the values, or ids from the list of suppressions
 * @throws WrongRequest where a text is neither: then no suppression is lifted
 */
export async function liftSuppressions(
  operator: OperatorServices,
  values: readonly string[],
  kind: SuppressedKind | null,
): Promise<readonly ChangedSuppression[]> {
  const suppressions = values.some((value) => ID_PATTERN.test(value)) ? await readSuppressions(operator) : [];
  const namedHashes = values.map((value): NamedHash => {
    if (!ID_PATTERN.test(value)) return hashedValue(operator, value, kind);
    const suppression = suppressions.find(({ id }) => id === value);
    if (suppression === undefined)
      throw new WrongRequest('unknown_suppression', `Nothing is suppressed as ${value}.`);
    return { value, kind: suppression.kind, id: suppression.id, hash: suppression.hash };
  });
  const command = new LiftSuppressions(operator.context, { hashes: namedHashes.map(({ hash }) => hash) });
  return changesOf(namedHashes, await sendAndWait(operator, command));
}

async function sendAndWait(
  operator: OperatorServices,
  command: SuppressValues | LiftSuppressions,
): Promise<SuppressionsChanged> {
  const changed = await send(operator, SuppressionsModule, command);
  await waitUntilInForce(operator);
  return changed;
}

const changesOf = (
  namedHashes: readonly NamedHash[],
  { events }: SuppressionsChanged,
): ChangedSuppression[] =>
  namedHashes.map(({ hash, ...suppression }) => ({
    ...suppression,
    changed: events.some(({ data }) => data.value_hash === hash),
  }));

/** Reads the current suppressions from the log, in the order of their making. */
async function readSuppressions(
  operator: OperatorServices,
): Promise<(Suppression & { readonly hash: string })[]> {
  const { fingerprint } = hasherOf(operator);
  const suppressions = new Map<string, Suppression & { readonly hash: string }>();
  const stream = suppressionsStreams.streamOf('all');
  for await (const recorded of storedEvents(operator.stores.eventStore, stream)) {
    const { event, time, actor } = suppressionsStreams.decode(recorded);
    const { kind, value_hash: hash } = event.data;
    suppressions.delete(hash);
    if (event.type === 'SuppressionLifted') continue;
    suppressions.set(hash, {
      id: hash.slice(0, ID_DIGITS),
      kind,
      suppressed_at: time,
      suppressed_by: operatorNamed(actor),
      effective: event.data.secret === fingerprint,
      hash,
    });
  }
  return [...suppressions.values()];
}

export const listSuppressions = async (operator: OperatorServices): Promise<readonly Suppression[]> =>
  (await readSuppressions(operator)).map(({ hash: _hash, ...suppression }) => suppression);

export interface SuppressionAnswer extends NamedSuppression {
  readonly suppressed_at: string | null;
}

/** Returns for each value the time since which it is suppressed; null: it is not. @throws WrongRequest */
export async function findSuppressed(
  operator: OperatorServices,
  values: readonly string[],
  kind: SuppressedKind | null,
): Promise<readonly SuppressionAnswer[]> {
  const suppressions = await readSuppressions(operator);
  return values.map((value) => {
    const { hash, ...suppression } = hashedValue(operator, value, kind);
    const match = suppressions.find((suppression) => suppression.hash === hash);
    return { ...suppression, suppressed_at: match?.suppressed_at ?? null };
  });
}

/** The columns of the list of suppressions, without the values. */
export const SUPPRESSION_COLUMNS: SheetColumns<Suppression> = {
  id: ({ id }) => cell.code(id),
  kind: ({ kind }) => kind,
  since: ({ suppressed_at }) => cell.time(suppressed_at),
  by: ({ suppressed_by }) => cell.client(suppressed_by),
  'has an effect': ({ effective }) =>
    effective ? 'yes' : cell.badge('no: KEY_HASH_SECRET was another', 'bad'),
};
