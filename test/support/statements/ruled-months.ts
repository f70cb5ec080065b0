/** Two months with rules: what is charged late and adjusted later changes what they come to. */
import type { MonthRules, PriceAgreement } from '../../../src/streams/account/account.state.js';
import { ACCOUNT, JOB, aSubmission } from '../logs/job-builders.js';
import { BOTH } from '../logs/row-stories.js';
import { adjustmentsStream } from '../../../src/streams/adjustments/adjustments.events.js';
import { OTHER_JOB, aLog } from '../verified.js';
import { KEY_OF_TESTS, LEAF_SECRET, aStatement, type WrittenForTest } from './statements.js';
import { accountStream } from '../../../src/streams/account/account.events.js';
import { serviceStream } from '../../../src/streams/service/service.events.js';
import { statementStream } from '../../../src/streams/statement/statement.events.js';
import type { LogBuilder } from '../logs/log-builder.js';
import type { JobId } from '../../../packages/contract/src/ids.js';

export const RULED_PRICES: readonly PriceAgreement[] = [
  { currency: 'GBP', from: '2027-02-01', prices: { company_identity: '0.50', industry: '0.25' } },
];
export const MONTH_RULES: readonly MonthRules[] = [
  {
    version: 1,
    currency: 'GBP',
    from: '2027-02-01',
    free_units: 2,
    tiers: [
      { after: 3, percent: '10' },
      { after: 6, percent: '50' },
    ],
    minimum: '3.00',
    reason: 'as in the contract',
  },
];
const MARCH_JOB = 'job_01JDXB8Z5N0000000000000006' as JobId;

export interface RuledMonths {
  /** With prices, rules, the secret and the key; the statements aren't recorded. */
  readonly log: LogBuilder;
  /** Charges on lines 2 and 3, rules on 4 to 6. */
  readonly february: WrittenForTest;
  /**
   * A late charge on line 2, charges on 3 to 5, an adjustment of February on 6; differences of February's free units
   * and minimum on 7 and 8, March's rules on 9 to 11, totals on 12.
   */
  readonly march: WrittenForTest;
  /** A month without an event, of which only the minimum is left. */
  readonly empty: WrittenForTest;
}

export async function ruledMonths(): Promise<RuledMonths> {
  const log = await aLog();
  const fact = (type: string, data: object) => log.event({ type, data }, { actor: 'operator' });
  log.time = '2027-01-31T12:00:00.000Z';
  for (const agreed of RULED_PRICES) await log.append(accountStream(ACCOUNT), fact('PricesAgreed', agreed));
  for (const agreed of MONTH_RULES)
    await log.append(accountStream(ACCOUNT), fact('MonthRulesAgreed', agreed));
  const secret = { account_id: ACCOUNT, secret: LEAF_SECRET };
  await log.append(statementStream(ACCOUNT), fact('LeafSecretMade', secret));
  const { key_id, public_key } = KEY_OF_TESTS;
  await log.append(serviceStream(), fact('StatementKeyIntroduced', { key_id, public_key }));
  const order = { agreements: RULED_PRICES, monthRules: MONTH_RULES };
  const empty = await aStatement(log, { ...order, month: '2027-02', issuedAt: '2027-03-01T00:10:00.000Z' });
  log.time = '2027-02-10T12:00:00.000Z';
  await log.run(aSubmission(2, 2), () => BOTH);
  const february = await aStatement(log, {
    ...order,
    month: '2027-02',
    issuedAt: '2027-03-01T00:10:00.000Z',
  });
  log.time = '2027-02-28T12:00:00.000Z';
  await log.run(aSubmission(1, 1, { job_id: OTHER_JOB }), () => BOTH);
  log.time = '2027-03-05T12:00:00.000Z';
  await log.run(aSubmission(3, 3, { job_id: MARCH_JOB }), () => BOTH);
  log.time = '2027-03-06T12:00:00.000Z';
  const units = { company_identity: -1, industry: -1 };
  const data = {
    adjustment_id: 'adj_01JDXB8Z5N0000000000000030',
    account_id: ACCOUNT,
    scope: { job_id: JOB, row: 0, block: null, from: null, to: null },
    except: [],
    reason: 'wrong_match',
    note: 'Another company.',
    units: -2,
    currency: 'GBP',
    amount: '-0.75',
    charges: [{ jobs: [JOB], days: [{ date: '2027-02-10', units, amount: '-0.75' }] }],
  };
  await log.append(
    adjustmentsStream(ACCOUNT),
    log.event({ type: 'ChargeAdjusted', data }, { actor: 'operator' }),
  );
  const march = await aStatement(log, {
    ...order,
    month: '2027-03',
    earlier: [february.issued],
    issuedAt: '2027-04-01T00:10:00.000Z',
  });
  return { log, february, march, empty };
}
