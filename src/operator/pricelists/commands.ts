/** The command that publishes a version of a price list. `AgreePrices` gives a list to an account. */
import type { PriceListRefusal } from '../../streams/pricelists/pricelists.decider.js';
import type { PriceListsEvent, PriceListVersion } from '../../streams/pricelists/pricelists.events.js';
import { BaseCommand } from '../base-command.js';

/** Publishes the next version of a list. `dryRun`: the command is decided, and nothing is written. */
export class PublishPriceList extends BaseCommand<
  Omit<PriceListVersion, 'version'> & { readonly dryRun: boolean },
  { readonly outcome: 'recorded'; readonly events: readonly PriceListsEvent[] } | PriceListRefusal
> {}
