/** The ReadModels and Coordination ports of one host: the world's, by calls that take time and may fail. */
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import type {
  CheckpointMove,
  ReadModelReader,
  ReadModels,
  Write,
} from '../../packages/platform/src/read-models/read-models.js';
import { CommitTooLargeError } from '../../packages/platform/src/read-models/read-models.js';
import type { Call, Caller, Calls, Port } from './calls.js';

/** The name of a collection without its generation. */
const logical = (collection: unknown): string => String(collection).replace(/_g\d+$/, '');
/** What comes before the first slash of a key. */
const kindOf = (key: unknown): string => String(key).split('/')[0] ?? '';

/** What each method is called in traces, by what it is given first. */
type Names = Readonly<Record<string, (first: unknown) => string>>;

const READS_OF_MODELS: Names = {
  get: (collection) => `get ${logical(collection)}`,
  getMany: (collection) => `get many ${logical(collection)}`,
  range: (collection) => `range of ${logical(collection)}`,
  select: (collection) => `select ${logical(collection)}`,
  checkpoint: () => 'read a checkpoint',
  checkpoints: () => 'read checkpoints',
};
const WRITES_OF_MODELS: Names = {
  declare: () => 'declare collections',
  drop: () => 'drop collections',
  held: () => 'ask for held checkpoints',
};
const READS_OF_COORDINATION: Names = {
  get: (key) => `get ${kindOf(key)}`,
  range: (from) => `list ${kindOf(from)}`,
};
const WRITES_OF_COORDINATION: Names = {
  put: (key) => `put ${kindOf(key)}`,
  delete: (key) => `remove ${kindOf(key)}`,
  putMany: () => 'put many',
  sweep: () => 'sweep coordination',
};

type Method = (...given: unknown[]) => Promise<unknown>;

/**
 * Methods that call those of a store.
 * @param store given anew for each call: a store may be restored
 */
function calling(
  { calls, host, port }: { readonly calls: Calls; readonly host: Caller; readonly port: Port },
  store: () => object,
  [reads, writes]: readonly [Names, Names],
): Record<string, Method> {
  const methods = ([method, name]: [string, Names[string]], isWrite: boolean): [string, Method] => [
    method,
    (...given) => {
      const act = (): Promise<unknown> => (Reflect.get(store(), method) as Method).apply(store(), given);
      return calls.call(host, { port, what: name(given[0]), isWrite, act });
    },
  ];
  return Object.fromEntries([
    ...Object.entries(reads).map((entry) => methods(entry, false)),
    ...Object.entries(writes).map((entry) => methods(entry, true)),
  ]);
}

/** The world's stay open. */
const close = async (): Promise<void> => undefined;

export function simulatedReadModels(calls: Calls, host: Caller, models: () => ReadModels): ReadModels {
  const at = { calls, host, port: 'models' } as const;
  const ask = <T>(what: string, isWrite: boolean, act: Call<T>['act']): Promise<T> =>
    calls.call(host, { port: 'models', what, isWrite, act });
  return {
    ...(calling(at, models, [READS_OF_MODELS, WRITES_OF_MODELS]) as unknown as ReadModels),
    /** Now and then a server can't take so much at once. */
    commit: (writes: readonly Write[], checkpoint: CheckpointMove) =>
      ask(`commit ${checkpoint.name.replace(/:\d+/, '')}`, true, async ({ random, fault }) => {
        if (writes.length > 4 && fault === null && !calls.isCalm && random.happens(0.01))
          throw new CommitTooLargeError('too much for one transaction');
        return models().commit(writes, checkpoint);
      }),
    snapshot: async (read) => {
      const moment = await ask('begin a snapshot', false, () => models().snapshot(async (reader) => reader));
      return read(calling(at, () => moment, [READS_OF_MODELS, {}]) as unknown as ReadModelReader);
    },
    close,
  };
}

export const simulatedCoordination = (
  calls: Calls,
  host: Caller,
  coordination: () => Coordination,
): Coordination => ({
  ...(calling({ calls, host, port: 'coordination' }, coordination, [
    READS_OF_COORDINATION,
    WRITES_OF_COORDINATION,
  ]) as unknown as Coordination),
  close,
});
