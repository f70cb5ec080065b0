/** Values that no answer shows: suppressed, lifted again, listed. */
import { storedEvents } from '../../platform/event-store/stored-events.js';
import type { SuppressedKind } from '../../shared/suppression/suppressed.js';
import { operatorNamed } from '../../streams/envelope.js';
import { suppressionsStreams } from '../../streams/suppressions/suppressions.events.js';
import { LiftSuppressions, SuppressValues, type SuppressionsChanged } from './commands.js';
import { keyedHash, type KeyedHash } from '../../enrichment/suppress/keyed-hash.js';
import { SuppressionsModule } from './suppressions.module.js';
import { recognise } from '../../shared/suppression/value.js';
import { inForce, send, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';

/** Of a keyed hash, hexadecimal: enough to name it. */
const ID_DIGITS = 16;
const ID = /^[0-9a-f]{16}$/;

export interface Suppression {
  /** Names it without telling the value. */
  readonly id: string;
  readonly kind: SuppressedKind;
  readonly suppressed_at: string;
  readonly suppressed_by: string | null;
  /** False: it was suppressed under another `KEY_HASH_SECRET`, and has to be suppressed again to have an effect. */
  readonly effective: boolean;
}

export interface NamedSuppression {
  /** As it was given. */
  readonly value: string;
  readonly kind: SuppressedKind;
  readonly id: string;
}

interface Found extends NamedSuppression {
  readonly hash: string;
}

const hashOf = ({ settings }: Operator): KeyedHash => keyedHash(settings.keyHashSecret);

/** @throws WrongRequest where it is no value that can be suppressed, or may be of several kinds */
function named(operator: Operator, value: string, kind: SuppressedKind | null): Found {
  const found = recognise(value, kind);
  if (found.outcome !== 'recognised') throw new WrongRequest(`${found.outcome}_value`, found.detail);
  const hash = hashOf(operator).of(found);
  return { value, kind: found.kind, id: hash.slice(0, ID_DIGITS), hash };
}

export interface Changed extends NamedSuppression {
  /** False: it was so before. */
  readonly changed: boolean;
}

/**
 * From the return on, no row that a process begins to answer shows these values.
 * @throws WrongRequest where one can't be suppressed: then none is
 */
export async function suppressValues(
  operator: Operator,
  values: readonly string[],
  kind: SuppressedKind | null,
): Promise<readonly Changed[]> {
  const found = values.map((value) => named(operator, value, kind));
  const command = new SuppressValues(operator.context, {
    values: found.map(({ kind: of, hash }) => ({ kind: of, value_hash: hash })),
    secret: hashOf(operator).fingerprint,
  });
  return changedOf(found, await changes(operator, command));
}

/**
 * Answers may show these values again.
 * @param values as they are written, or ids as `suppressed` lists them
 * @throws WrongRequest where one is neither: then none is lifted
 */
export async function liftSuppressions(
  operator: Operator,
  values: readonly string[],
  kind: SuppressedKind | null,
): Promise<readonly Changed[]> {
  const listed = values.some((value) => ID.test(value)) ? await held(operator) : [];
  const found = values.map((value): Found => {
    if (!ID.test(value)) return named(operator, value, kind);
    const one = listed.find(({ id }) => id === value);
    if (one === undefined)
      throw new WrongRequest('unknown_suppression', `Nothing is suppressed as ${value}.`);
    return { value, kind: one.kind, id: one.id, hash: one.hash };
  });
  const command = new LiftSuppressions(operator.context, { hashes: found.map(({ hash }) => hash) });
  return changedOf(found, await changes(operator, command));
}

async function changes(
  operator: Operator,
  command: SuppressValues | LiftSuppressions,
): Promise<SuppressionsChanged> {
  const changed = await send(operator, SuppressionsModule, command);
  await inForce(operator);
  return changed;
}

const changedOf = (found: readonly Found[], { events }: SuppressionsChanged): Changed[] =>
  found.map(({ hash, ...one }) => ({
    ...one,
    changed: events.some(({ data }) => data.value_hash === hash),
  }));

/** What is suppressed, in the order in which it was. */
async function held(operator: Operator): Promise<(Suppression & { readonly hash: string })[]> {
  const { fingerprint } = hashOf(operator);
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

export const listSuppressions = async (operator: Operator): Promise<readonly Suppression[]> =>
  (await held(operator)).map(({ hash: _hash, ...one }) => one);

export interface Asked extends NamedSuppression {
  readonly suppressed_at: string | null;
}

/** Whether these values are suppressed. @throws WrongRequest */
export async function askSuppressed(
  operator: Operator,
  values: readonly string[],
  kind: SuppressedKind | null,
): Promise<readonly Asked[]> {
  const suppressions = await held(operator);
  return values.map((value) => {
    const { hash, ...one } = named(operator, value, kind);
    const found = suppressions.find((suppression) => suppression.hash === hash);
    return { ...one, suppressed_at: found?.suppressed_at ?? null };
  });
}
