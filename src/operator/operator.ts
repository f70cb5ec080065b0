/**
 * The stores, read models and command bus for operators' queries and commands, with or without a running
 * service. After an append they drive its lane, whose compare-and-set makes this safe beside any projector.
 */
import type { Type } from '@nestjs/common';
import type { Command, CommandBus } from '@nestjs/cqrs';
import type { LaneName } from '../../projections/define-projection.js';
import type { Position } from '../platform/event-store/event-store.js';
import { anyoneRuns } from '../platform/coordination/presence.js';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import { openStores, type Stores } from '../platform/stores/stores.js';
import { pause } from '../platform/time/pause.js';
import { driveLanes, openLiveReadModels } from '../../projections/read-side.js';
import type { Settings } from '../settings/settings.js';
import type { EventContext } from '../streams/envelope.js';
import { OF_THE_LOG } from '../streams/index.js';

/** The wait for a running projector, which takes a few milliseconds. Without one, commands wait this long. */
const PATIENCE_MS = 60;

/** The time for which a process may act on earlier keys, accounts and suppressed values (Contract 4.4). */
const KNOWN_FOR_MS = 1_000;

/** The actor and the request, given by the caller. */
export type OperatorContext = Pick<EventContext, 'actor' | 'requestId'>;

export interface Operator {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly models: LiveReadModels;
  readonly context: OperatorContext;
  /** Opens the command bus with the handlers of a module. */
  bus(module: Type): Promise<CommandBus>;
}

/** Opens the stores for one command. `close` closes everything that was opened. */
export async function openOperator(
  settings: Settings,
  context: OperatorContext,
): Promise<Operator & { close(): Promise<void> }> {
  const stores = await openOwnStores(settings);
  const endings = [() => stores.close()];
  const close = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    const models = await openLiveReadModels(stores);
    const bus = async (module: Type): Promise<CommandBus> => {
      const { openCommandBus } = await import('./command-bus.js');
      const opened = await openCommandBus(module, { settings, stores, models });
      endings.push(opened.close);
      return opened.bus;
    };
    return { settings, stores, models, context, bus, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens stores without threads of their own, which cost more than a short command saves. */
export const openOwnStores = (settings: Settings): Promise<Stores> =>
  openStores({ ...settings, ...OF_THE_LOG, hosting: 'direct' });

/** Runs one command of a module. */
export const send = async <T>(operator: Operator, module: Type, command: Command<T>): Promise<T> =>
  (await operator.bus(module)).execute(command);

/** Resolves once the lane's documents hold everything up to this position. */
export const driveLane = ({ stores }: Operator, lane: LaneName, position: Position): Promise<void> =>
  driveLanes(stores, [lane], position, PATIENCE_MS);

/** Resolves once the lanes' documents hold everything that is in the log now. */
export const upToDate = async ({ stores }: Operator, ...lanes: readonly LaneName[]): Promise<void> =>
  driveLanes(stores, lanes, await stores.eventStore.head(), PATIENCE_MS);

/**
 * Resolves once every running process acts on the current lanes and log: at once where no process runs. A
 * process is assumed to run where that is unknown.
 */
export async function waitUntilInForce({ stores }: Operator): Promise<void> {
  const runs = await anyoneRuns(stores.coordination).catch(() => true);
  if (runs) await pause(KNOWN_FOR_MS);
}
