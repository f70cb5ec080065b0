import { answerOfSite, OWN_HOST, ownSite } from '../../../test/support/sites/accepted-site.js';
import contacts from '../../blocks/website/contacts.block.js';
import type { Suppressed } from '../../shared/suppression/suppressed.js';
import { written } from '../../shared/suppression/value.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { SuppressedReadings } from './suppressed-readings.js';

type Hidden = readonly ['email' | 'phone' | 'domain', string];
/** These values are suppressed, in whatever writing they stand somewhere. */
const hiding = (...values: readonly Hidden[]): Suppressed => ({
  kinds: new Set(values.map(([kind]) => kind)),
  has: (kind, found) =>
    values.some(([hidden, value]) => hidden === kind && written(kind, found) === written(kind, value)),
});
const SITE = ownSite({
  '/contact':
    '<footer><p>sales@bramley-pumps.co.uk</p><p>info@bramley-pumps.co.uk</p><p>0113 496 0000</p>' +
    '<a href="https://x.com/bramley">x</a></footer>',
});
const READ = {
  status: 'read',
  reading: SITE,
  checked: { checked_live: true, checked_at: '2026-11-21T12:00:00Z' },
} as const;

const readings = (suppressed: Suppressed) =>
  new SuppressedReadings(
    {
      kinds: new Set(['site'] as const),
      fetch: async () => READ as never,
      keep: async () => undefined,
      kept: async () => new Map([[`site ${OWN_HOST}`, READ]]),
    },
    suppressed,
    [],
  );
async function shown(...values: readonly Hidden[]): Promise<SiteReading | null> {
  const found = await readings(hiding(...values)).fetch('site', OWN_HOST, {
    priority: 'resolve',
    keep: true,
  });
  return found.status === 'read' ? found.reading : null;
}

it('leaves out suppressed addresses and numbers, and the words that hold them', async () => {
  const site = await shown(['email', 'Sales@bramley-pumps.co.uk'], ['phone', '+44 113 496 0000']);
  expect(site).not.toBeNull();
  const text = JSON.stringify(site);
  expect(text).toContain('info@bramley-pumps.co.uk');
  expect(text).not.toMatch(/sales@|496 0000|4960000/i);
  const answer = answerOfSite(contacts, { site });
  expect(answer).toMatchObject({
    value: { company_channels: { emails: [{ address: 'info@bramley-pumps.co.uk' }], phones: [] } },
  });
  expect(JSON.stringify(answer)).not.toContain('suppressed]');
});

it('is as if a suppressed host had not been read, and is not asked for', async () => {
  const suppressed = hiding(['domain', OWN_HOST]);
  expect(await readings(suppressed).fetch('site', OWN_HOST, { priority: 'job', keep: true })).toEqual({
    status: 'not_read',
    reason: 'not_looked_up',
  });
  const kept = await readings(suppressed).kept([{ kind: 'site', key: OWN_HOST }], null);
  expect(kept.size).toBe(0);
});

it('leaves a crawl as it is where nothing of it is suppressed', async () => {
  expect(await shown(['email', 'a@b.co.uk'])).toEqual(SITE);
});
