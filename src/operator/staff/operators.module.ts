/** Admits operators of the console and removes them. */
import { streamModule } from '../../platform/nest/stream-module.js';
import { admit, choosePassword, identify, remove } from '../../streams/operators/operators.decider.js';
import { AdmitOperator, ChoosePassword, IdentifyOperator, RemoveOperator } from './commands.js';
import { OperatorsStore } from './operators.store.js';

export const OperatorsModule = streamModule(OperatorsStore, (on) => [
  on(AdmitOperator, (operators, { context, name, role }) =>
    operators.change<never>(context, name, (state) => admit(state, name, role)),
  ),
  on(ChoosePassword, (operators, { context, name, admission }) =>
    operators.change(context, name, (state) => choosePassword(state, name, admission)),
  ),
  on(IdentifyOperator, (operators, { context, who }) =>
    operators.change(context, who.name, (state) => identify(state, who)),
  ),
  on(RemoveOperator, (operators, { context, name }) =>
    operators.change(context, name, (state) => remove(state, name)),
  ),
]);
