import { aPage, aSite } from '../../../../../test/support/a-site.js';
import { siteSigns } from './site-signs.js';

const HOST = 'acme-widgets.co.uk';
const parked = (...runs: readonly string[]): boolean =>
  siteSigns(
    aSite({
      host: HOST,
      final_url: `https://${HOST}/`,
      pages: [
        aPage({ title: 'Acme Widgets', text: runs.map((text) => ({ region: 'main' as const, text })) }),
      ],
    }),
  ).parked;

it.each([
  [['acme-widgets.co.uk', 'is for sale. Inquire now.']],
  [['The domain acme-widgets.co.uk may be for sale. Click here to inquire.']],
  [['The owner of acme-widgets.co.uk is offering it for sale for an asking price of 999 GBP!']],
  [['This domain name has been registered with a registrar.']],
  [['Interested in this domain? Tell us.']],
])('is parked: %s', (runs) => {
  expect(parked(...runs)).toBe(true);
});

it.each([
  [['Houses for sale in Leeds.', 'acme-widgets.co.uk']],
  [['Acme Widgets', 'Coming soon. Our new website is under construction.']],
  [[`acme-widgets.co.uk is for sale, said nobody. ${'We mend pumps and valves for mills. '.repeat(10)}`]],
])('is not parked: %s', (runs) => {
  expect(parked(...runs)).toBe(false);
});
