/** The commands of one stream. Most of their handlers make one call to the stream's store. */
import { Inject, Module, type Provider, type Type } from '@nestjs/common';
import { CommandHandler, CqrsModule, type Command } from '@nestjs/cqrs';

type AnswerTo<Asked> = Asked extends Command<infer Answer> ? Promise<Answer> : never;

/** Makes the handler of a command. */
export type HandlerOf<Store> = <Asked extends Command<unknown>>(
  command: Type<Asked>,
  execute: (store: Store, asked: Asked) => AnswerTo<Asked>,
) => Type;

/** Makes handlers that pass their commands to this store. */
export const handledBy =
  <Store>(store: Type<Store>): HandlerOf<Store> =>
  (command, execute) => {
    class Handler {
      constructor(private readonly to: Store) {}

      execute(asked: InstanceType<typeof command>): ReturnType<typeof execute> {
        return execute(this.to, asked);
      }
    }
    Inject(store)(Handler, undefined, 0);
    CommandHandler(command)(Handler);
    return Handler;
  };

/**
 * The module of a stream, for a context that provides the tokens of `tokens.ts`.
 * @param more providers that its other handlers need
 */
export function streamModule<Store>(
  store: Type<Store>,
  handlers: (on: HandlerOf<Store>) => readonly Type[],
  more: readonly Provider[] = [],
): Type {
  class Commands {}
  Module({
    imports: [CqrsModule],
    providers: [store, ...more, ...handlers(handledBy(store))],
  })(Commands);
  return Commands;
}
