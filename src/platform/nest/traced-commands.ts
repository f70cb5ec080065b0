/** The commands of a context as spans, while traces are on. */
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import { isTracing, span } from '../telemetry/tracing.js';

/** Around the bus itself: whoever sends a command has it from there. */
export function traceCommands(context: INestApplicationContext): void {
  if (!isTracing()) return;
  const bus = context.get(CommandBus, { strict: false });
  const execute = bus.execute.bind(bus);
  bus.execute = <R>(command: Command<R>): Promise<R> =>
    span(command.constructor.name, {}, () => execute(command));
}
