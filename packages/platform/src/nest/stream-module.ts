/** Makes command handlers that call a stream's store, and the module that provides them. */
import { Inject, Module, type Type } from '@nestjs/common';
import { CommandHandler, CqrsModule, type Command } from '@nestjs/cqrs';

type AnswerOf<AnyCommand> = AnyCommand extends Command<infer Answer> ? Promise<Answer> : never;

/** Makes the handler class of a command from a function that gets the store and the command. */
export type HandlerOf<Store> = <AnyCommand extends Command<unknown>>(
  commandClass: Type<AnyCommand>,
  execute: (store: Store, command: AnyCommand) => AnswerOf<AnyCommand>,
) => Type;

/** Makes handlers whose functions get this store. */
export const handledBy =
  <Store>(storeClass: Type<Store>): HandlerOf<Store> =>
  (commandClass, execute) => {
    class Handler {
      constructor(private readonly store: Store) {}

      execute(command: InstanceType<typeof commandClass>): ReturnType<typeof execute> {
        return execute(this.store, command);
      }
    }
    Inject(storeClass)(Handler, undefined, 0);
    CommandHandler(commandClass)(Handler);
    return Handler;
  };

/** Makes the module of a stream, for a context that provides the tokens of `tokens.ts`. */
export function streamModule<Store>(
  store: Type<Store>,
  handlers: (on: HandlerOf<Store>) => readonly Type[],
): Type {
  class Commands {}
  Module({ imports: [CqrsModule], providers: [store, ...handlers(handledBy(store))] })(Commands);
  return Commands;
}
