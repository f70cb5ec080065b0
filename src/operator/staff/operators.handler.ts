/** Admits operators of the console and removes them. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  admit,
  choosePassword,
  identify,
  remove,
  type OperatorRefusal,
} from '../../streams/operators/operators.decider.js';
import {
  AdmitOperator,
  ChoosePassword,
  IdentifyOperator,
  RemoveOperator,
  type OperatorChanged,
} from './commands.js';
import { OperatorsStore } from './operators.store.js';

@CommandHandler(AdmitOperator)
export class AdmitOperatorHandler implements ICommandHandler<AdmitOperator> {
  constructor(private readonly operators: OperatorsStore) {}

  execute({ context, name, role }: AdmitOperator): Promise<OperatorChanged> {
    return this.operators.change<never>(context, name, (state) => admit(state, name, role));
  }
}

@CommandHandler(ChoosePassword)
export class ChoosePasswordHandler implements ICommandHandler<ChoosePassword> {
  constructor(private readonly operators: OperatorsStore) {}

  execute({ context, name, admission }: ChoosePassword): Promise<OperatorChanged | OperatorRefusal> {
    return this.operators.change(context, name, (state) => choosePassword(state, name, admission));
  }
}

@CommandHandler(IdentifyOperator)
export class IdentifyOperatorHandler implements ICommandHandler<IdentifyOperator> {
  constructor(private readonly operators: OperatorsStore) {}

  execute({ context, who }: IdentifyOperator): Promise<OperatorChanged | OperatorRefusal> {
    return this.operators.change(context, who.name, (state) => identify(state, who));
  }
}

@CommandHandler(RemoveOperator)
export class RemoveOperatorHandler implements ICommandHandler<RemoveOperator> {
  constructor(private readonly operators: OperatorsStore) {}

  execute({ context, name }: RemoveOperator): Promise<OperatorChanged | OperatorRefusal> {
    return this.operators.change(context, name, (state) => remove(state, name));
  }
}
