import { answerOfSite, OWN_HOST, ownSite } from '../../../../../test/support/sites/accepted-site.js';
import technologies from './technologies.block.js';

it('tells what the site and its mail run on, with the evidence', () => {
  const site = ownSite(
    {
      '/': '<meta name="generator" content="WordPress 6.4"><p>We use Shopify, nginx and Google Workspace.</p>',
    },
    {
      headers: { server: 'nginx/1.24.0' },
      dns: { resolves: true, mx: ['a-co-uk.mail.protection.outlook.com'], ns: null, txt: null },
    },
  );
  expect(answerOfSite(technologies, { site })).toMatchObject({
    status: 'available',
    source: 'own_website',
    value: {
      domain: OWN_HOST,
      technologies: {
        items: [
          { name: 'WordPress', category: 'cms', version: '6.4', evidence: { kind: 'meta' } },
          {
            name: 'Microsoft 365',
            evidence: { kind: 'dns', value: 'MX a-co-uk.mail.protection.outlook.com', url: null },
          },
          { name: 'nginx', version: '1.24.0', evidence: { kind: 'header', value: 'server: nginx/1.24.0' } },
        ],
        total: 3,
        truncated: false,
      },
      categories: ['cms', 'email', 'web server'],
    },
  });
});

it('says that no rule fired', () => {
  expect(answerOfSite(technologies, { site: ownSite({ '/': 'WordPress' }) })).toMatchObject({
    status: 'not_found',
    reason: 'no_technologies_on_file',
  });
});

it('has no website to look at', () => {
  expect(answerOfSite(technologies, { site: null, named: false })).toMatchObject({
    reason: 'no_validated_website',
  });
});
