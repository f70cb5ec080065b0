/** What commands of operators have in common. */
import { Command } from '@nestjs/cqrs';
import type { EventContext } from '../streams/envelope.js';

/** `context`: who asks, in which request; `order`: what is to become of what. */
export abstract class Ordered<Order, Answer> extends Command<Answer> {
  constructor(
    readonly context: EventContext,
    readonly order: Order,
  ) {
    super();
  }
}
