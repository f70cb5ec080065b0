/** An operator on a data directory of the test, without a service: what the specs of `src/operator` speak of. */
import { TemporaryFolder } from '../system/temporary-folder.js';
import type { OperatorServices } from '../../../src/operator/operator.js';
import { openOperatorServices } from '../../../src/operator/operator.js';
import type { Settings } from '../../../src/settings/settings.js';
import { loadSettings } from '../../../src/settings/settings.js';
import { LogBuilder } from '../logs/log-builder.js';

export const CONTEXT = { actor: 'operator', requestId: 'req_operator' } as const;

export interface OperatorWorld {
  readonly operator: OperatorServices;
  readonly settings: Settings;
  readonly log: LogBuilder;
  close(): Promise<void>;
}

/** To be called in `beforeEach`; the folder and the stores go with `close`. @param variables settings beside the defaults */
export async function operatorWorld(
  variables: Readonly<Record<string, string>> = {},
): Promise<OperatorWorld> {
  const folder = new TemporaryFolder();
  const settings = loadSettings({ ...variables, DATA_DIR: folder.path });
  const operator = await openOperatorServices(settings, CONTEXT);
  return {
    operator,
    settings,
    log: new LogBuilder(operator.stores.eventStore),
    close: async () => {
      await operator.close();
      folder.remove();
    },
  };
}
