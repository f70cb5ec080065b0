import fc from 'fast-check';
import { record } from '../../../../../test/support/basic-company-data.js';
import { aFact, anOfficer, runBlock } from '../../../../../test/support/run-block.js';
import { identityDetailsOf } from '../../sources/kit/records/identity-details.js';
import { OFFICERS } from '../../sources/officers/officer-record.js';
import { readPerson } from '../../sources/psc/psc-record.js';
import controllers from '../ownership/controllers.block.js';
import { identityVerifications } from './identity-verification.js';
import officers from './officers.block.js';

const DAY = '2026-11-20';
const DIRECT = {
  appointment_verification_start_on: '2026-02-01',
  appointment_verification_end_on: '9999-12-31',
};
const BY_PROVIDER = {
  ...DIRECT,
  appointment_verification_statement_date: '2026-02-02',
  appointment_verification_statement_due_on: '2026-03-01',
  identity_verified_on: '2026-01-20',
  authorised_corporate_service_provider_name: 'SAMPLE AGENTS LIMITED',
  anti_money_laundering_supervisory_bodies: ['Sample Body'],
  preferred_name: 'Never Served',
};
const due = (day: string) => ({ appointment_verification_statement_due_on: day });

const judged = (filed: object | undefined, mustVerify = true, day = DAY) =>
  identityVerifications([{ identity: identityDetailsOf(filed), mustVerify }], day, 500)
    .identity_verification?.[0];

it.each<[string, object | undefined, object]>([
  [
    'direct',
    DIRECT,
    { status: 'verified', route: 'direct', due_on: null, statement_on: null, verified_by: null },
  ],
  [
    'by a provider',
    BY_PROVIDER,
    {
      status: 'verified',
      route: 'provider',
      statement_on: '2026-02-02',
      due_on: '2026-03-01',
      verified_by: 'SAMPLE AGENTS LIMITED',
      supervisors: ['Sample Body'],
    },
  ],
  ['without an end', { appointment_verification_start_on: DAY }, { status: 'verified' }],
  ['an end to come', { ...DIRECT, appointment_verification_end_on: '2026-11-21' }, { status: 'verified' }],
  [
    'an end on the day',
    { ...DIRECT, appointment_verification_end_on: DAY },
    { status: 'ended', route: 'direct' },
  ],
  ['an end before', { ...BY_PROVIDER, appointment_verification_end_on: '2026-09-01' }, { status: 'ended' }],
  [
    'an end, and due once more',
    { ...DIRECT, appointment_verification_end_on: '2026-09-01', ...due('2026-10-01') },
    { status: 'overdue' },
  ],
  [
    'a start to come',
    { appointment_verification_start_on: '2026-12-01', ...due('2027-01-01') },
    { status: 'due' },
  ],
  ['due on the day', due(DAY), { status: 'due', due_on: DAY, route: null }],
  ['due before', due('2026-11-19'), { status: 'overdue', route: null }],
  ['nothing in it', {}, { status: 'not_told' }],
  ['no such block', undefined, { status: 'not_told', statement_on: null, supervisors: [] }],
])('judges details with %s at the day of the answer', (_what, filed, expected) => {
  expect(judged(filed)).toMatchObject(expected);
});

it('asks nothing of a role that the law does not reach, unless the register does', () => {
  expect(judged(undefined, false)).toMatchObject({ status: 'not_required' });
  expect(judged(due('2026-01-01'), false)).toMatchObject({ status: 'overdue' });
});

it('counts every one once, and judges no day of a due statement verified', () => {
  const day = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(day), (days) => {
      const current = days.map((one) => ({
        identity: identityDetailsOf(due(one.toISOString().slice(0, 10))),
        mustVerify: true,
      }));
      const { identity_verification_counts: counts = {} } = identityVerifications(current, DAY, 2);
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(days.length);
      expect(counts['verified']).toBeUndefined();
    }),
  );
});

const listed = (name: string, officer_role: string, details?: object) => {
  const item = { name, officer_role, appointed_on: '2015-04-01' };
  return OFFICERS.read({ ...item, ...(details && { identity_verification_details: details }) }).data;
};

it('tells of current officers role by role, in their order, and of no former one', () => {
  const items = [
    listed('ADAMS, Al', 'director', DIRECT),
    listed('BAKER, Bo', 'llp-member', due('2026-01-01')),
    listed('CLARK, Cy', 'secretary'),
    listed('DEAN LIMITED', 'corporate-director'),
    listed('EVANS, Ed', 'director'),
    { ...listed('FORD, Fi', 'director', due('2026-01-01')), resigned_on: '2025-01-01' },
  ];
  const records = {
    whole: { officers: DAY },
    items: items.map((data, i) => ({ list: 'officers', key: String(i), version: DAY, data })),
  };
  const envelope = runBlock(officers, record(), DAY, { officers: aFact(records, DAY, true) });
  expect(envelope).toMatchObject({
    detail: {
      identity_verification: [
        { status: 'verified' },
        { status: 'overdue' },
        { status: 'not_required' },
        { status: 'not_required' },
        { status: 'not_told' },
      ],
      identity_verification_counts: { verified: 1, overdue: 1, not_told: 1, not_required: 2 },
    },
  });
  expect(JSON.stringify(envelope)).not.toContain('preferred');
  const nobody = { ...records, items: [] };
  expect(JSON.stringify(runBlock(officers, record(), DAY, { officers: aFact(nobody, DAY) }))).not.toContain(
    'verification',
  );
  expect(anOfficer({ name: 'X' }).identity).toBeUndefined();
});

it('tells of current controllers: individuals are asked, legal persons and beneficial owners are not', () => {
  const person = (kind: string, name: string, details?: object) =>
    readPerson({ kind, name, notified_on: '2018-01-01', identity_verification_details: details }).data;
  const control = (company: string, kind: string, legal: string) => {
    const items = [
      person(kind, 'Adams', DIRECT),
      person(kind, 'Baker', due('2026-01-01')),
      person(kind, 'Clark'),
      person(legal, 'Dean Limited'),
    ].map((data, i) => ({ list: 'psc', key: String(i), version: DAY, data }));
    return runBlock(controllers, record({ CompanyNumber: company }), DAY, {
      psc: aFact({ whole: {}, items }, DAY) as never,
      owners: aFact([], DAY),
    });
  };
  const psc = 'person-with-significant-control';
  expect(control('17000001', `individual-${psc}`, `corporate-entity-${psc}`)).toMatchObject({
    value: {
      controllers: [{ name: 'Adams' }, { name: 'Baker' }, { name: 'Clark' }, { name: 'Dean Limited' }],
    },
    detail: {
      identity_verification: [
        { status: 'verified', route: 'direct' },
        { status: 'overdue' },
        { status: 'not_told' },
        { status: 'not_required' },
      ],
    },
  });
  expect(
    control('OE031001', 'individual-beneficial-owner', 'corporate-entity-beneficial-owner'),
  ).toMatchObject({
    detail: { identity_verification_counts: { verified: 1, overdue: 1, not_required: 2 } },
  });
});
