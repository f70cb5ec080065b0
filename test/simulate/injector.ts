/**
 * Makes the objects of the product's Nest modules without Nest's container, which costs more than the rest of
 * a life. It reads the same metadata. It knows what the modules of the write side use, and fails at anything
 * else.
 */
import 'reflect-metadata';
import { CommandBus, type Command } from '@nestjs/cqrs';

type Made = new (...given: readonly unknown[]) => object;
type InjectedToken = unknown;

interface FactoryProvider {
  readonly provide: InjectedToken;
  readonly useFactory: (...given: readonly unknown[]) => unknown;
  readonly inject?: readonly InjectedToken[];
}
type ValueProvider = { readonly provide: InjectedToken; readonly useValue: unknown };
type Provided = Made | FactoryProvider | ValueProvider;

interface Providers {
  readonly byToken: ReadonlyMap<InjectedToken, Provided>;
  /** Handler classes by their command's class. */
  readonly handlers: ReadonlyMap<unknown, Made>;
}

/** Nest keeps them under these names. */
const COMMAND_OF_HANDLER = '__commandHandler__';
const listOf = (metadata: string, of: object): readonly unknown[] =>
  (Reflect.getMetadata(metadata, of) as readonly unknown[] | undefined) ?? [];

const isClass = (provided: unknown): provided is Made => typeof provided === 'function';

function providersOf(modules: readonly object[]): Providers {
  const byToken = new Map<InjectedToken, Provided>();
  const handlers = new Map<unknown, Made>();
  const seen = new Set<object>();
  const take = (module: object): void => {
    if (seen.has(module)) return;
    seen.add(module);
    for (const imported of listOf('imports', module)) if (isClass(imported)) take(imported);
    for (const provider of listOf('providers', module)) {
      if (isClass(provider)) {
        byToken.set(provider, provider);
        const command: unknown = Reflect.getMetadata(COMMAND_OF_HANDLER, provider);
        if (command !== undefined) handlers.set(command, provider);
      } else byToken.set((provider as FactoryProvider).provide, provider as FactoryProvider);
    }
  };
  modules.forEach(take);
  return { byToken, handlers };
}

const known = new Map<string, Providers>();
const names = new Map<object, number>();
function providersOnce(modules: readonly object[]): Providers {
  const name = modules.map((module) => names.get(module) ?? names.set(module, names.size).get(module)).join();
  const found = known.get(name) ?? providersOf(modules);
  known.set(name, found);
  return found;
}

export class Injector {
  private readonly providers: Providers;
  private readonly made: Map<InjectedToken, unknown>;

  /** @param values what the modules inject by token, and what replaces a class of theirs */
  constructor(modules: readonly object[], values: ReadonlyMap<unknown, unknown>) {
    this.providers = providersOnce(modules);
    const bus = { execute: (command: Command<unknown>) => this.execute(command) };
    this.made = new Map([[CommandBus, bus], ...values]);
  }

  get<T extends object>(token: abstract new (...given: never[]) => T): T {
    return this.find(token) as T;
  }

  async execute<Result>(command: Command<Result>): Promise<Result> {
    const handler = this.providers.handlers.get(command.constructor);
    if (handler === undefined) throw new TypeError(`no handler for ${command.constructor.name}`);
    const { execute } = this.find(handler) as {
      execute: (this: unknown, command: unknown) => Promise<Result>;
    };
    return execute.call(this.find(handler), command);
  }

  private find(token: InjectedToken, isOptional = false): unknown {
    if (this.made.has(token)) return this.made.get(token);
    const provider = this.providers.byToken.get(token);
    if (provider === undefined) {
      if (isOptional) return undefined;
      throw new TypeError(`nothing provides ${isClass(token) ? token.name : String(token)}`);
    }
    const value = this.make(provider);
    this.made.set(token, value);
    return value;
  }

  private make(provider: Provided): unknown {
    if (isClass(provider)) return new provider(...this.givenTo(provider));
    if ('useValue' in provider) return provider.useValue;
    const given = (provider.inject ?? []).map((token) => {
      const isOptional = typeof token === 'object' && token !== null && 'optional' in token;
      return isOptional ? this.find((token as unknown as { token: unknown }).token, true) : this.find(token);
    });
    return provider.useFactory(...given);
  }

  private givenTo(made: Made): unknown[] {
    const tokens = [...listOf('design:paramtypes', made)];
    for (const { index, param } of listOf('self:paramtypes', made) as readonly {
      index: number;
      param: unknown;
    }[])
      tokens[index] = param;
    const optional = new Set(listOf('optional:paramtypes', made));
    return tokens.map((token, index) => this.find(token, optional.has(index)));
  }
}
