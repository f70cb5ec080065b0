import { RecordsWorld } from '../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { psc } from './psc.source.js';

const world = forEachTest(() => new RecordsWorld());

const exemption = (exemption_type: string) => ({ exemption_type, items: [{ exempt_from: '2016-10-29' }] });
const TWO = {
  exemptions: {
    disclosure_transparency_rules_chapter_five_applies: exemption('disclosure-transparency-rules'),
    psc_exempt_as_shares_admitted_on_market: exemption('psc-exempt-as-shares-admitted-on-market'),
  },
};
const ONE = { exemptions: { psc_exempt_as_shares_admitted_on_market: exemption('psc-exempt-as-shares') } };

const answer = (data: object, fetched_at = '2024-02-01T09:00:00Z') => ({
  company_number: '00214436',
  resource: 'exemptions',
  fetched_at,
  data,
});
const event = (type: string, data: object, timepoint: number) => ({
  resource_kind: 'company-exemptions',
  resource_uri: '/company/00214436/exemptions',
  resource_id: '00214436',
  data,
  event: { type, timepoint, published_at: '2024-03-01T09:00:00' },
});
const load = async (line: object, update = false) => {
  const imported = await world.import(psc, [world.writeLines('exemptions.jsonl', [line])], { update });
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
};
const typesHeld = () =>
  world.inForce(psc, (edition) =>
    edition
      .byNumbers(['00214436'])
      .get('00214436')
      ?.items.map(({ data }) => (data.record === 'exemption' ? data.exemption_type : data.record)),
  );

it('keeps every type of exemption that one answer names, and those of the newest alone', async () => {
  await load(answer(TWO));
  expect(typesHeld()).toEqual(['disclosure-transparency-rules', 'psc-exempt-as-shares-admitted-on-market']);
  await load(answer(ONE, '2024-02-02T09:00:00Z'), true);
  expect(typesHeld()).toEqual(['psc-exempt-as-shares']);
});

it('takes all that an event of the stream says, and all of it back where it is deleted', async () => {
  await load(event('changed', TWO, 7));
  expect(typesHeld()).toHaveLength(2);
  await load(event('changed', ONE, 8), true);
  expect(typesHeld()).toEqual(['psc-exempt-as-shares']);
  await load(event('deleted', {}, 9), true);
  expect(typesHeld()).toEqual([]);
});

it('puts lost zeros back before the number of the company that a record is of', async () => {
  const short = { ...answer(ONE), company_number: '214436' };
  await load(short);
  expect(typesHeld()).toHaveLength(1);
});
