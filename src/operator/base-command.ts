/** The base class of operators' commands. */
import { Command } from '@nestjs/cqrs';
import type { EventContext } from '../streams/envelope.js';

/** `context`: the actor and the request; `input`: the data of the command. */
export abstract class BaseCommand<Input, Answer> extends Command<Answer> {
  constructor(
    readonly context: EventContext,
    readonly input: Input,
  ) {
    super();
  }
}
