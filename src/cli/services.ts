/**
 * What commands that touch the log work with. Opened when first needed, closed when the command ends. A command works
 * with and without a running server: after an append it drives the lane that shows it, which the lane's
 * compare-and-set makes safe beside any other projector.
 */
import type { Type } from '@nestjs/common';
import type { Command, CommandBus } from '@nestjs/cqrs';
import type { LaneName } from '../../projections/define-projection.js';
import type { AccessRefusal } from '../streams/account/account.decider.js';
import type { AccessOutcome } from '../access/commands.js';
import type { EventContext } from '../streams/envelope.js';
import { systemEntropy } from '../platform/secrets/entropy.js';
import type { Position } from '../platform/event-store/event-store.js';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import type { KeyedDocument, RangeQuery, ReadModelReader } from '../platform/read-models/read-models.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../platform/stores/stores.js';
import { openStores } from '../platform/stores/stores.js';
import { driveLanes, openLiveReadModels } from '../projector/read-side.js';
import type { Cli } from './command-line.js';
import { UsageFailure } from './failure.js';

/** A running projector takes a few milliseconds; without one, every command would wait for it in vain. */
const PATIENCE_MS = 60;

export interface Services {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly models: LiveReadModels;
  /** Who does it: this command, as the operator. */
  readonly operator: EventContext;
  /** The command bus with the handlers of a module. */
  bus(module: Type): Promise<CommandBus>;
  /** Resolves once the lane's documents hold everything up to this position. */
  pass(lane: LaneName, position: Position): Promise<void>;
  /** Resolves once the lanes' documents hold everything that is in the log now. */
  upToDate(...lanes: readonly LaneName[]): Promise<void>;
  /** All documents of a collection, or of a range of it, in their order, page by page. */
  every(collection: string, query?: RangeQuery): AsyncIterable<KeyedDocument>;
}

export async function openServices(cli: Cli): Promise<Services> {
  const settings = cli.settings();
  // A command lives for a moment: threads of their own would cost more than they spare.
  const stores = await openStores({ ...settings, hosting: 'direct' });
  cli.atEnd(() => stores.close());
  const models = await openLiveReadModels(stores);
  return {
    settings,
    stores,
    models,
    operator: { requestId: `cli_${systemEntropy().ulid()}`, actor: 'operator' },
    bus: async (module) => {
      const { openCommandBus } = await import('./command-bus.js');
      const { bus, close } = await openCommandBus(module, { settings, stores, models });
      cli.atEnd(close);
      return bus;
    },
    pass: (lane, position) => driveLanes(stores, [lane], position, PATIENCE_MS),
    upToDate: async (...lanes) => driveLanes(stores, lanes, await stores.eventStore.head(), PATIENCE_MS),
    every: (collection, query = {}) => every(models, collection, query),
  };
}

async function* every(
  reader: Pick<ReadModelReader, 'range'>,
  collection: string,
  query: RangeQuery,
): AsyncGenerator<KeyedDocument> {
  let after: KeyedDocument | undefined;
  do {
    const page = await reader.range(collection, { ...query, ...(after === undefined ? {} : { after }) });
    yield* page;
    after = page.at(-1);
  } while (after !== undefined);
}

/** Runs one command of a module. */
export const perform = async <T>(services: Services, module: Type, command: Command<T>): Promise<T> =>
  (await services.bus(module)).execute(command);

export const refused = ({ code, detail }: AccessRefusal): UsageFailure => new UsageFailure(code, detail);

/** Waits until the change is shown; false where all was so already. */
export async function changed(services: Services, outcome: AccessOutcome): Promise<boolean> {
  if (outcome.outcome === 'refused') throw refused(outcome);
  await services.pass('access', outcome.position);
  return outcome.outcome === 'recorded';
}
