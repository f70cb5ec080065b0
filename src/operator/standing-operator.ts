/** Serves many requests of many operators, as the console's, over stores that stay open. */
import type { Type } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import type { Stores } from '../platform/stores/stores.js';
import { openLiveReadModels } from '../../projections/read-side.js';
import type { Settings } from '../settings/settings.js';
import type { Operator, OperatorContext } from './operator.js';
import { openCommandBus } from './command-bus.js';

type Opened = Awaited<ReturnType<typeof openCommandBus>>;

export class StandingOperator {
  private readonly buses = new Map<Type, Promise<Opened>>();

  private constructor(
    private readonly settings: Settings,
    private readonly stores: Stores,
    private readonly models: LiveReadModels,
  ) {}

  /** Opens over the caller's stores, which `close` leaves open. */
  static async open(settings: Settings, stores: Stores): Promise<StandingOperator> {
    return new StandingOperator(settings, stores, await openLiveReadModels(stores));
  }

  /** The operator for one request. */
  as(context: OperatorContext): Operator {
    const { settings, stores, models } = this;
    return { settings, stores, models, context, bus: (module) => this.bus(module) };
  }

  private async bus(module: Type): Promise<CommandBus> {
    const { settings, stores, models } = this;
    const opened = this.buses.get(module) ?? openCommandBus(module, { settings, stores, models });
    this.buses.set(module, opened);
    return (await opened).bus;
  }

  async close(): Promise<void> {
    for (const opened of this.buses.values()) await (await opened).close();
    this.buses.clear();
  }
}
