/** The commands `console users …`: add, list and remove users of the operator's console. */
import { moment } from '../../packages/words/src/text/formats.js';
import { addUser, isConsoleAddressGuessed, listUsers, removeUser } from '../operator/staff/users.js';
import { OPERATOR_ROLES } from '../streams/operators/operator-role.js';
import type { AdmittedOperator } from '../streams/operators/operators.decider.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import type { SheetColumns } from '../../packages/words/src/sheet/sheet.js';

const USER_COLUMNS: SheetColumns<AdmittedOperator> = {
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
    .description('users who may sign in to the console');
  users
    .command('add')
    .description('adds a user and prints a link, valid once within a day, to choose a password')
    .argument('<name>', "the user's name in the log", args.asOperatorName)
    .requiredOption('--role <role>', OPERATOR_ROLES.join(', '), args.asOneOf(OPERATOR_ROLES, 'a role'))
    .does(async (cli, name, { role }) => {
      const operator = await cli.operator();
      const invitation = await addUser(operator, name, role);
      const isGuessed = await isConsoleAddressGuessed(operator);
      cli.out.secret(invitation, () => [
        `${invitation.name} may sign in as ${invitation.role} after choosing a password at`,
        invitation.link,
        `The link works once, until ${moment(invitation.expires_at)}.`,
        ...(isGuessed
          ? [
              'Start the service before you open it. If serve prints another address of the console, use that.',
            ]
          : []),
        ...(invitation.issuer === null
          ? []
          : [
              `Or through ${invitation.issuer}, where ${invitation.name} is ${cli.settings().openId?.nameClaim ?? 'the verified e-mail address or the user name'}.`,
            ]),
      ]);
    });
  users
    .command('list')
    .description('lists the users who may sign in')
    .does(async (cli) => {
      await cli.out.list(await listUsers(await cli.operator()), USER_COLUMNS, 'Nobody may sign in yet.');
    });
  users
    .command('remove')
    .description('removes a user and ends all their sessions')
    .argument('<name>', 'the name that `console users list` shows')
    .does(async (cli, name) => {
      const user = await removeUser(await cli.operator(), name);
      cli.out.document(user, () => `${user.name} may not sign in any more.`);
    });
}
