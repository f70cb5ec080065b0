/** What the contract suite needs of an adapter, and the small language its tests are written in. */
import { randomUUID } from 'node:crypto';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type {
  IndexSpec,
  KeyedDocument,
  ReadModels,
  Write,
} from '../../../packages/platform/src/read-models/read-models.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';

/** Read models that the suite may write to. They need not be empty: every test keeps to collections of its own. */
export interface ReadModelsUnderTest {
  /** One more adapter on the same store, as another process would have it. */
  open(): Promise<ReadModels>;
  dispose(): Promise<void>;
}

export type ReadModelsFactory = () => Promise<ReadModelsUnderTest>;

/** Two adapters on one store, opened before the first test. */
export interface TwoReadModels {
  readonly models: ReadModels;
  readonly other: ReadModels;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A name that no other test and no other run uses. */
export const newName = (): string => `t${randomUUID().replaceAll('-', '').slice(0, 16)}`;

export const position = (number: number): Position => String(number).padStart(16, '0') as Position;

export async function newCollection(
  { models }: TwoReadModels,
  indexes: readonly IndexSpec[] = [],
): Promise<string> {
  const name = newName();
  await models.declare([{ name, indexes }]);
  return name;
}

export const put = (collection: string, key: string, fields: JsonObject = {}, body?: Uint8Array): Write => ({
  op: 'put',
  collection,
  key,
  document: { fields, ...(body && { body }) },
});

/** Commits under a checkpoint of its own. */
export async function write(models: ReadModels, ...writes: readonly Write[]): Promise<void> {
  const move = { name: newName(), expected: null, next: position(1) };
  expect(await models.commit(writes, move)).toBe('committed');
}

export const keys = (documents: readonly KeyedDocument[]): string[] => documents.map(({ key }) => key);

/** With bodies as plain numbers, which compare across realms. */
export const plain = ({ key, fields, body }: KeyedDocument) => ({ key, fields, body: body && [...body] });
