/**
 * The stores, read models and command bus for operators' queries and commands, with or without a running
 * service. After an append, a command drives the read models of its lane itself if no projector does so in
 * time. A lane moves on by compare-and-set, so this is safe beside any projector.
 */
import type { Type } from '@nestjs/common';
import type { Command, CommandBus } from '@nestjs/cqrs';
import type { LaneName } from '../../projections/define-projection.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import { anyoneRuns } from '../../packages/platform/src/coordination/presence.js';
import { WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { openStores, type Stores } from '../../packages/platform/src/stores/stores.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import { driveLanes, openLiveReadModels } from '../../projections/read-side.js';
import type { Settings } from '../settings/settings.js';
import type { DetailedRefusal } from '../streams/decision.js';
import type { EventContext } from '../streams/envelope.js';
import { LOG_FORMAT } from '../streams/index.js';
import type { openCommandBus } from './command-bus.js';

/**
 * Milliseconds that a command waits for a running projector, which needs only a few. After that the command
 * drives the lane itself.
 */
const PROJECTOR_WAIT_MS = 60;

/** The time for which a process may act on earlier keys, accounts and suppressed values (Contract 4.4). */
const MAX_STALENESS_MS = 1_000;

/** The actor, the reason, the request, and the revisions that the actor has seen. The caller gives them. */
export type OperatorContext = Pick<EventContext, 'actor' | 'reason' | 'requestId' | 'seen'>;

export interface OperatorServices {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly models: LiveReadModels;
  readonly context: OperatorContext;
  /** Opens the command bus with the handlers of a module. */
  bus(module: Type): Promise<CommandBus>;
}

/** Opens the stores for one command. `close` closes everything that was opened. */
export async function openOperatorServices(
  settings: Settings,
  context: OperatorContext,
): Promise<OperatorServices & { close(): Promise<void> }> {
  const stores = await openOwnStores(settings);
  try {
    const factory = await OperatorServicesFactory.open(settings, stores);
    const close = async () => {
      try {
        await factory.close();
      } finally {
        await stores.close();
      }
    };
    return { ...factory.servicesFor(context), close };
  } catch (error) {
    await stores.close();
    throw error;
  }
}

/** Returns the same services with a reason. The events that they write have it in their metadata. */
export const withReason = (operator: OperatorServices, reason: string): OperatorServices => ({
  ...operator,
  context: { ...operator.context, reason },
});

type OpenedBus = Awaited<ReturnType<typeof openCommandBus>>;

/** Makes the services for each request, such as the console's, over stores that stay open. */
export class OperatorServicesFactory {
  private readonly buses = new Map<Type, Promise<OpenedBus>>();

  private constructor(
    private readonly settings: Settings,
    private readonly stores: Stores,
    private readonly models: LiveReadModels,
  ) {}

  /** Opens over the caller's stores, which `close` leaves open. */
  static async open(settings: Settings, stores: Stores): Promise<OperatorServicesFactory> {
    return new OperatorServicesFactory(settings, stores, await openLiveReadModels(stores));
  }

  /** The services for one request. */
  servicesFor(context: OperatorContext): OperatorServices {
    const { settings, stores, models } = this;
    return { settings, stores, models, context, bus: (module) => this.bus(module) };
  }

  private async bus(module: Type): Promise<CommandBus> {
    const { settings, stores, models } = this;
    const openBus = async (): Promise<OpenedBus> => {
      const { openCommandBus } = await import('./command-bus.js');
      return openCommandBus(module, { settings, stores, models });
    };
    const bus = this.buses.get(module) ?? openBus();
    this.buses.set(module, bus);
    // A bus that failed to open is opened again by the next command.
    bus.catch(() => this.buses.delete(module));
    return (await bus).bus;
  }

  /** Closes the buses, the last opened first. */
  async close(): Promise<void> {
    const buses = [...this.buses.values()].reverse();
    this.buses.clear();
    for (const bus of buses) await (await bus.catch(() => null))?.close();
  }
}

/** Opens stores that run in this thread: for a short command, starting threads takes longer than it saves. */
export const openOwnStores = (settings: Settings): Promise<Stores> =>
  openStores({ ...settings, ...LOG_FORMAT, hosting: 'direct' });

/** Runs one command of a module. */
export const send = async <T>(operator: OperatorServices, module: Type, command: Command<T>): Promise<T> =>
  (await operator.bus(module)).execute(command);

/** Runs one command of a module. @throws WrongRequest where the command is refused */
export async function sendAccepted<Done extends { readonly outcome: string }>(
  operator: OperatorServices,
  module: Type,
  command: Command<Done | DetailedRefusal<string>>,
): Promise<Exclude<Done, { readonly outcome: 'refused' }>> {
  const result = await send(operator, module, command);
  if (result.outcome === 'refused') {
    const { code, detail } = result as DetailedRefusal<string>;
    throw new WrongRequest(code, detail);
  }
  return result as Exclude<Done, { readonly outcome: 'refused' }>;
}

/** Resolves once reads of the lane's documents show everything up to this position. */
export const driveLane = (operator: OperatorServices, lane: LaneName, position: Position): Promise<void> =>
  driveAll(operator, [lane], position);

/** Resolves once reads of the lanes' documents show everything that is in the log now. */
export const driveLanesToHead = async (
  operator: OperatorServices,
  ...lanes: readonly LaneName[]
): Promise<void> => driveAll(operator, lanes, await operator.stores.eventStore.head());

async function driveAll(
  { stores, models }: OperatorServices,
  lanes: readonly LaneName[],
  to: Position,
): Promise<void> {
  await driveLanes(stores, lanes, to, PROJECTOR_WAIT_MS);
  // A lane may have been rebuilt a moment ago. The models notice this when they are asked for its position.
  await Promise.all(lanes.map((lane) => models.lanePosition(lane)));
}

/**
 * Resolves once every running process acts on the current lanes and log: at once where no process runs. If
 * nobody knows, a process is assumed to run.
 */
export async function waitUntilInForce({ stores }: OperatorServices): Promise<void> {
  const mayRun = await anyoneRuns(stores.coordination).catch(() => true);
  if (mayRun) await pause(MAX_STALENESS_MS);
}
