/** Identity verification and the registrar's annotations, in the blocks that tell of them. */
import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import type { BlockDefinition } from '../runner/define-block.js';
import companySummary from '../computed/company-summary.block.js';
import scores from '../computed/scores/scores.block.js';
import signals from '../computed/signals/signals.block.js';
import companyIdentity from '../registered/company-identity.block.js';
import registryEvents from '../registered/registry-events.block.js';
import { readProfile } from '../../sources/companies/company-profile.js';
import { OFFICERS } from '../../sources/officers/officer-record.js';
import { readPerson } from '../../sources/psc/psc-record.js';

const DAY = '2026-11-20';
const NUMBER = '05380971';
const ACCOUNTS = heldRecords(readSample('Prod223_2911_05380971_20200831.html'));
const profile = (more: object = {}) =>
  readProfile(
    {
      ...{ company_number: NUMBER, company_name: 'SAMPLE LIMITED', company_status: 'active', type: 'ltd' },
      ...{ date_of_creation: '2009-07-14', accounts: { next_accounts: { due_on: '2027-09-30' } } },
      ...{ sic_codes: ['62020'], confirmation_statement: { next_due: '2027-07-28' }, ...more },
    },
    NUMBER,
  ).data;

const verified = { appointment_verification_start_on: '2026-02-01' };
const due = (day: string) => ({ appointment_verification_statement_due_on: day });
const records = (list: string, items: readonly unknown[]) =>
  aFact(
    { whole: { [list]: DAY }, items: items.map((data, i) => ({ list, key: String(i), version: DAY, data })) },
    DAY,
  );
const officer = (name: string, details?: object, more: object = {}) =>
  OFFICERS.read({
    ...{ name, officer_role: 'director', appointed_on: '2015-04-01', ...more },
    ...(details && { identity_verification_details: details }),
  }).data;
const controller = (name: string, details: object) =>
  readPerson({
    ...{ kind: 'individual-person-with-significant-control', name, notified_on: '2018-01-01' },
    identity_verification_details: details,
  }).data;

interface Held {
  readonly company?: object;
  readonly officers?: readonly unknown[];
  readonly control?: readonly unknown[];
}
const run = (block: BlockDefinition, { company, officers = [], control = [] }: Held) =>
  runBlock(block, profile(company), DAY, {
    officers: records('officers', officers) as never,
    psc: records('persons-with-significant-control', control) as never,
    owners: aFact([], DAY),
    accounts: aFact(ACCOUNTS, DAY),
  });
const items = (block: BlockDefinition, list: string, held: Held): readonly { readonly type: string }[] => {
  const envelope = run(block, held);
  const lists = (envelope.status === 'available' ? envelope.value : {}) as Record<string, { items: [] }>;
  return lists[list]?.items ?? [];
};
const eventsOf = (held: Held) =>
  items(registryEvents, 'events', held).filter(({ type }) => /identity|annotation/.test(type));
const signalsOf = (held: Held) =>
  items(signals, 'signals', held).filter(({ type }) => /identity|annotation/.test(type));
const scoreOf = (key: string, held: Held) => {
  const envelope = run(scores, held);
  const told = (envelope.status === 'available' ? envelope.value : {}) as { scores?: { key: string }[] };
  return told.scores?.find((score) => score.key === key);
};
const textOf = (held: Held): string => {
  const envelope = run(companySummary, held);
  return envelope.status === 'available' ? (envelope.value as { text: string }).text : '';
};

const OVERDUE: Held = {
  officers: [officer('ADAMS, Al', due('2026-06-30')), officer('BAKER, Bo', verified)],
  control: [controller('Clark', due('2026-07-31'))],
};

it('tells when an identity was verified, was overdue, or ended to be verified, for each role', () => {
  const ended = { ...verified, appointment_verification_end_on: '2026-09-01' };
  expect(
    eventsOf({ ...OVERDUE, officers: [...(OVERDUE.officers ?? []), officer('DEAN, Di', ended)] }),
  ).toMatchObject([
    {
      date: '2026-09-01',
      type: 'identity_verification_ended',
      title: expect.stringContaining('DEAN, Di') as unknown,
    },
    {
      date: '2026-08-01',
      type: 'identity_verification_overdue',
      title: 'Identity verification overdue of Clark as controller',
      source: 'company_register_psc',
    },
    { date: '2026-07-01', type: 'identity_verification_overdue', values: { role: 'director' } },
    { date: '2026-02-01', type: 'identity_verified' },
    { date: '2026-02-01', type: 'identity_verified' },
  ]);
});

it.each<[string, Held]>([
  ['is due on the day', { officers: [officer('A', due(DAY))] }],
  ['was verified late', { officers: [officer('A', { ...due('2026-01-01'), ...verified })] }],
  [
    'resigned before it was due',
    { officers: [officer('A', due('2026-06-30'), { resigned_on: '2026-03-01' })] },
  ],
  ['has nothing told of it', { officers: [officer('A')] }],
])('calls nobody overdue who %s', (_what, held) => {
  expect(eventsOf(held).filter(({ type }) => type.endsWith('overdue'))).toEqual([]);
  expect(signalsOf(held).filter((one) => 'direction' in one && one.direction === 'negative')).toEqual([]);
  expect(textOf(held)).not.toContain('identity');
});

it('has signals of it, limits the label of a score, and says so in the summary', () => {
  expect(signalsOf(OVERDUE)).toMatchObject([
    { type: 'identity_verification', date: '2026-08-01', direction: 'negative' },
    { type: 'identity_verification', date: '2026-07-01', direction: 'negative' },
    { type: 'identity_verification', date: '2026-02-01', direction: 'neutral' },
  ]);
  expect(scoreOf('filing_discipline', OVERDUE)).toMatchObject({ value: 100, label: 'fair' });
  expect(scoreOf('filing_discipline', { officers: [officer('A', verified)] })).toMatchObject({
    label: 'strong',
  });
  expect(scoreOf('filing_discipline', {})).toMatchObject({ label: 'strong' });
  expect(textOf(OVERDUE)).toContain(
    'The identity of 1 officer and 1 controller is not verified and overdue.',
  );
});

const annotated = (...corporate_annotation: readonly object[]): Held => ({
  company: { corporate_annotation },
});
const FALSE_BASIS = 'strike-off-under-section-1002a-of-the-companies-act-2006';
const on = { created_on: '2026-05-04' };

it.each([
  [`${FALSE_BASIS}-incorporation`, 'a strike-off because it was incorporated on a false basis'],
  [`${FALSE_BASIS}-restoration`, 'a strike-off because it was restored on a false basis'],
  [
    'overseas-entity-dissolved-wound-up-or-ceased-to-exist',
    'the overseas entity was dissolved or wound up, or has ceased to exist',
  ],
])('tells of the annotation %s in five blocks', (type, words) => {
  const held = annotated({ type, ...on });
  expect(run(companyIdentity, held)).toMatchObject({
    flagged_for_review: true,
    value: { company_status: 'active' },
    detail: { annotations: [{ type, description: null, created_on: '2026-05-04' }] },
  });
  const title = `The registrar notes: ${words}`;
  expect(eventsOf(held)).toMatchObject([{ type: 'registrar_annotation', date: '2026-05-04', title }]);
  expect(signalsOf(held)).toMatchObject([{ type: 'registrar_annotation', direction: 'negative', title }]);
  expect(scoreOf('stability', held)).not.toMatchObject({
    label: expect.stringMatching(/good|strong/) as unknown,
  });
  expect(textOf(held)).toMatch(new RegExp(`^The registrar notes of SAMPLE LIMITED: ${words}\\.`));
});

it('warns of a strike-off on a false basis of a further kind, in the words of the registrar', () => {
  const description = 'It was re-registered on a false basis.';
  const held: Held = {
    company: { corporate_annotation: { type: `${FALSE_BASIS}-re-registration`, description, ...on } },
  };
  expect(signalsOf(held)).toMatchObject([{ direction: 'negative' }]);
  expect(scoreOf('stability', held)).not.toMatchObject({
    label: expect.stringMatching(/good|strong/) as unknown,
  });
  expect(textOf(held)).toContain(`The registrar notes of SAMPLE LIMITED: ${description}`);
});

it('tells of any other annotation in the words of the registrar, as no warning', () => {
  const description = 'Material was removed from the register';
  const held = annotated({ type: 'other', description, ...on }, { type: 'new-kind-of-note' }, {});
  expect(run(companyIdentity, held)).toMatchObject({
    flagged_for_review: true,
    detail: {
      annotations: [
        { type: 'other', description, created_on: '2026-05-04' },
        { type: 'new-kind-of-note', description: null, created_on: null },
      ],
    },
  });
  expect(signalsOf(held)).toMatchObject([
    { direction: 'neutral', title: `The registrar notes: ${description}` },
  ]);
  expect(textOf(held)).not.toContain('registrar');
});

it.each([{}, { company: { corporate_annotation: [] } }, { company: { corporate_annotation: 'none' } }])(
  'tells of no annotation where there is none',
  (held) => {
    expect(JSON.stringify(run(companyIdentity, held))).not.toContain('annotation');
    expect(run(companyIdentity, held)).toMatchObject({ flagged_for_review: false });
    expect(eventsOf(held)).toEqual([]);
  },
);
