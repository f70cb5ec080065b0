/** The product's own server on a service that nobody asks. */
import { Service } from '../src/api/service.js';
import { customersServer, type ServerOfSession } from '../src/server.js';
import type { Cap, Caps } from '../src/spending/caps.js';
import { Ledger } from '../src/spending/ledger.js';
import { SpendFile } from '../src/spending/spend-file.js';
import { accountTools } from '../src/tools/account-tools.js';
import { companyTools } from '../src/tools/company-tools.js';
import { Description } from '../src/tools/description.js';
import { jobTools } from '../src/tools/job-tools.js';
import { Shop } from '../src/tools/shop.js';

const NO_CAP: Cap = { units: null, amount: null };
export const NO_CAPS: Caps = { call: NO_CAP, session: NO_CAP, day: NO_CAP };
const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;

export interface ProductOptions {
  readonly fetch?: typeof fetch;
  readonly caps?: Caps;
  readonly askAbove?: Cap;
  readonly repeat?: 'day' | 'session';
  readonly now?: () => number;
}

/** @param folder where it keeps what was spent */
export function productServer(folder: string, options: ProductOptions = {}): ServerOfSession {
  const { caps = NO_CAPS, askAbove = NO_CAP, repeat = 'day', now = Date.now } = options;
  const url = 'http://127.0.0.1:9';
  const service = new Service({
    url,
    key: KEY,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const ledger = new Ledger(new SpendFile(folder, KEY, url), caps, now);
  const shop = new Shop({ service, ledger, askAbove, repeat, now });
  const description = Description.load();
  const tools = [companyTools, jobTools, accountTools].flatMap((of) => of(shop, description));
  return customersServer(shop, tools);
}
