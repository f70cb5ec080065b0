/** Nest application contexts of modules, with the values that their process was started with. */
import type {
  DynamicModule,
  INestApplicationContext,
  InjectionToken,
  LoggerService,
  Type,
} from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { traceCommands } from './traced-commands.js';

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
