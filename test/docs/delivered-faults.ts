/** Faults of what was delivered, of prices and of holds: a part of the table of `billing-faults.ts`. */
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import { accountStream } from '../../src/streams/account/account.events.js';
import { ACCOUNT, JOB, aSubmission } from '../support/logs/job-builders.js';
import { BOTH, NO_INDUSTRY, countsOf } from '../support/logs/row-stories.js';
import { OTHER_JOB, charging } from '../support/verified.js';
import type { Fault } from './billing-faults.js';

const SECOND = aSubmission(1, 1, { job_id: OTHER_JOB });

export const DELIVERED_FAULTS: readonly Fault[] = [
  {
    fault: 'a block was delivered not_found, recorded and charged as available',
    command: 'verify',
    says: 'industry of row 0 was delivered not_found (no_sic_on_file), recorded available and charged 1 unit',
    plant: async (world) => {
      await world.log(async (log) => {
        await log.submit(SECOND);
        await log.start(SECOND, 0);
        const refs = await log.deliver(SECOND, 0, [NO_INDUSTRY]);
        await log.recordRows(SECOND, 0, [charging({ company_identity: 1, industry: 1 })], refs);
        await log.complete(SECOND, 0, countsOf([BOTH]));
        await log.end(SECOND, countsOf([BOTH]));
      });
      return ['verify'];
    },
  },
  {
    fault: 'a price begins before what was charged already',
    command: 'verify',
    says: 'prices begin on 2024-02-09, although the account was billed at 2024-02-10T12:00:00.000Z',
    plant: async (world) => {
      const data = { currency: 'GBP', from: '2024-02-09', prices: { industry: '9' } };
      const agreed = { type: 'PricesAgreed', data };
      await world.log((log) => log.append(accountStream(ACCOUNT), log.event(agreed, { account: ACCOUNT })));
      return ['verify'];
    },
  },
  {
    fault: 'prices name a version of a price list that was never published',
    command: 'verify',
    says: 'prices name version 2 of price list standard, which was not published by then',
    plant: async (world) => {
      const list = { name: 'standard', version: 2 };
      const data = { currency: 'GBP', from: '2024-03-01', prices: { industry: '9' }, list, reason: 'given' };
      const agreed = { type: 'PricesAgreed', data };
      await world.log((log) => log.append(accountStream(ACCOUNT), log.event(agreed, { account: ACCOUNT })));
      return ['verify'];
    },
  },
  {
    fault: 'a rule of months begins before what was charged already',
    command: 'verify',
    says: 'month rules begin on 2024-02-01, although the account was billed at 2024-02-10T12:00:00.000Z',
    plant: async (world) => {
      const rules = { currency: 'GBP', from: '2024-02-01', free_units: 9, tiers: [], minimum: null };
      const agreed = { type: 'MonthRulesAgreed', data: { ...rules, version: 1, reason: 'a mistake' } };
      await world.log((log) => log.append(accountStream(ACCOUNT), log.event(agreed, { account: ACCOUNT })));
      return ['verify'];
    },
  },
  {
    fault: 'rows that are held for a dispute are deleted',
    command: 'verify',
    says: 'rows were deleted that are still to be kept',
    plant: async (world) => {
      await world.log(async (log) => {
        const job = aSubmission(4, 2);
        await log.job(job, { type: 'JobHeld', data: { reason: 'dispute', until: null } });
        await log.job(job, { type: 'JobRowsErased', data: { reason: 'expired' } });
        await log.store.deleteStream(rowDataStream(JOB, 0));
      });
      return ['verify'];
    },
  },
];
