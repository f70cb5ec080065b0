/** Charges, officers and filings that the register is asked for. */
import { registerFetchers } from '../asked-register.js';
import { reason, type Area } from '../cell.js';
import { companiesFile } from '../published.js';

const [ASKED, DOWN, BUSY] = ['42000001', '42000002', '42000003'];
const LISTS = ['charges', 'officers', 'registry_events'] as const;

export const liveLists: Area = {
  name: 'a register that is asked live',
  data: 'rows of the register file, and a register that answers, has no room, or is down',
  world: () => ({
    loaded: [
      companiesFile(
        [ASKED, DOWN, BUSY].map((CompanyNumber) => ({
          CompanyNumber,
          CompanyName: `ASKED ${CompanyNumber} LIMITED`,
          'Mortgages.NumMortCharges': '2',
        })),
      ),
    ],
    fetchers: registerFetchers({ down: [DOWN], busy: [BUSY] }),
  }),
  cells: [
    ...reason(LISTS, 'register_unavailable', 'the register does not answer', DOWN),
    ...reason(LISTS, 'source_busy', 'the register has no room', BUSY),
    ...reason('charges', 'not_looked_up', 'the job is too large for the register to be asked', {
      row: { company_number: ASKED },
      operation: 'enrich_job',
      jobRows: 11,
    }),
  ],
};
