import { JOB, KEY } from '../../../test/support/logs/job-builders.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { exportEvidence, openInvestigation } from './support.decider.js';
import { supportStreams, type SupportId } from './support.events.js';

const BY = { operator: 'alice', reason: 'ticket 4711' };
const ABOUT = { kind: 'key', key_id: KEY } as const;

it('records who looked at what and why', () => {
  expect(openInvestigation(BY, ABOUT).events).toEqual([
    { type: 'InvestigationOpened', data: { ...BY, about: ABOUT } },
  ]);
});

it.each([null, '', '  '])('records that no reason was given for %j', (reason) => {
  expect(openInvestigation({ ...BY, reason }, ABOUT).events).toMatchObject([{ data: { reason: null } }]);
});

it('names each row of a bundle once, in the order of the job', () => {
  const rows = (of: readonly number[] | null) =>
    exportEvidence(BY, { job_id: JOB, rows: of, digest: 'd' }).events;
  expect(rows([10, 2, 10])).toMatchObject([{ type: 'EvidenceExported', data: { ...BY, rows: [2, 10] } }]);
  expect(rows(null)).toMatchObject([{ data: { rows: null } }]);
});

it.each<[string, SupportId]>([
  [`support-${KEY}`, { key: KEY }],
  ['support-account.1001', { account: 1001 as AccountId }],
])('has a stream %s', (name, id) => {
  expect(supportStreams.streamOf(id)).toBe(name);
  expect(supportStreams.idOf(supportStreams.streamOf(id))).toEqual(id);
});
