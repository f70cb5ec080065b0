/** Opens the console of a sandbox, with one user. */
import { ConsoleRole } from '../../console/console-role.js';
import { OperatorServicesFactory } from '../../operator/operator.js';
import { addUser } from '../../operator/staff/users.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import type { Settings } from '../../settings/settings.js';

export async function openConsole(settings: Settings, stores: Stores, logger: Logger) {
  const role = new ConsoleRole(settings, stores, logger);
  await role.start();
  const operators = await OperatorServicesFactory.open(settings, stores);
  const operator = operators.servicesFor({ actor: 'operator:sandbox', requestId: 'sandbox' });
  const { link } = await addUser(operator, 'sandbox', 'admin');
  await operators.close();
  return { url: role.url, link, stop: () => role.stop() };
}
