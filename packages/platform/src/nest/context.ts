/** Nest application contexts of modules, with the values that their process was started with. */
import {
  Module,
  type DynamicModule,
  type INestApplicationContext,
  type InjectionToken,
  type LoggerService,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, type Command } from '@nestjs/cqrs';
import { isTracing, span } from '../telemetry/tracing.js';

/** The values that modules inject by token. */
export type ContextValues = ReadonlyMap<InjectionToken, unknown>;

export function rootOf(imports: readonly Type[], values: ContextValues): DynamicModule {
  class Root {}
  Module({})(Root);
  const providers = [...values].map(([provide, useValue]) => ({ provide, useValue }));
  return { module: Root, global: true, imports: [...imports], providers, exports: [...values.keys()] };
}

/** A started context without an HTTP server. The caller closes it. */
export async function openContext(
  imports: readonly Type[],
  values: ContextValues,
  logger: LoggerService | false = false,
): Promise<INestApplicationContext> {
  const root = rootOf(imports, values);
  const context = await NestFactory.createApplicationContext(root, { logger, abortOnError: false });
  traceCommands(context);
  return context;
}

/** Wraps the bus itself, from which all senders of commands get their spans. */
export function traceCommands(context: INestApplicationContext): void {
  if (!isTracing()) return;
  const bus = context.get(CommandBus, { strict: false });
  const execute = bus.execute.bind(bus);
  bus.execute = <R>(command: Command<R>): Promise<R> =>
    span(command.constructor.name, {}, () => execute(command));
}
