/** `console users …`: who may sign in to the operator's console. */
import { moment } from '../../shared/text/formats.js';
import { addUser, listUsers, removeUser } from '../../operator/staff/users.js';
import { OPERATOR_ROLES, type OperatorRole } from '../../shared/operator-role.js';
import type { AdmittedOperator } from '../../streams/operators/operators.decider.js';
import * as words from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';
import type { SheetColumns } from '../../shared/sheet/sheet.js';

const COLUMNS: SheetColumns<AdmittedOperator> = {
  name: ({ name }) => name,
  role: ({ role }) => role,
  added: ({ admitted_at }) => moment(admitted_at),
  'password chosen': ({ password_chosen_at, identity }) => {
    if (identity !== null) return 'signs in through the issuer';
    return password_chosen_at === null ? 'not yet' : moment(password_chosen_at);
  },
};

export function consoleCommands(program: ProgramCommand): void {
  const users = program
    .command('console')
    .description('the operator’s console')
    .command('users')
    .description('who may sign in to the console');
  users
    .command('add')
    .description('lets somebody sign in, and prints the link that chooses the password, once, within a day')
    .argument('<name>', 'who acts, as the log will say it', words.operatorName)
    .requiredOption('--role <role>', OPERATOR_ROLES.join(', '), words.oneOf(OPERATOR_ROLES, 'a role'))
    .does(async (cli, name: string, { role }: { role: OperatorRole }) => {
      const added = await addUser(await cli.operator(), name, role);
      cli.out.secret(added, () => [
        `${added.name} may sign in as ${added.role}, once a password is chosen at`,
        added.link,
        `It works once, until ${moment(added.expires_at)}.`,
        ...(added.issuer === null
          ? []
          : [
              `Or through ${added.issuer}, where ${added.name} is ${cli.settings().openId?.nameClaim ?? 'the verified e-mail address or the user name'}.`,
            ]),
      ]);
    });
  users
    .command('list')
    .description('who may sign in')
    .does(async (cli) => {
      await cli.out.list(await listUsers(await cli.operator()), COLUMNS, 'Nobody may sign in yet.');
    });
  users
    .command('remove')
    .description('ends every session of somebody, who may not sign in any more')
    .argument('<name>', 'as `console users list` shows it')
    .does(async (cli, name: string) => {
      const removed = await removeUser(await cli.operator(), name);
      cli.out.document(removed, () => `${removed.name} may not sign in any more.`);
    });
}
