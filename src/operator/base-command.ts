/** The base class of operators' commands. */
import { Command } from '@nestjs/cqrs';
import type { EventContext } from '../streams/envelope.js';

/** `context`: the actor and the request; `order`: the command's content. */
export abstract class BaseCommand<Order, Answer> extends Command<Answer> {
  constructor(
    readonly context: EventContext,
    readonly order: Order,
  ) {
    super();
  }
}
