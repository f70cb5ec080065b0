/** Makes a span of each command of a context, while traces are on. */
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import { isTracing, span } from '../telemetry/tracing.js';

/** Wraps the bus itself, from which all senders of commands get their spans. */
export function traceCommands(context: INestApplicationContext): void {
  if (!isTracing()) return;
  const bus = context.get(CommandBus, { strict: false });
  const execute = bus.execute.bind(bus);
  bus.execute = <R>(command: Command<R>): Promise<R> =>
    span(command.constructor.name, {}, () => execute(command));
}
