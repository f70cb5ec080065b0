import { HOSTILE_SERVERS, HOSTILE_TLS } from '../../rooms/sites/hostile-servers.js';
import { HOSTILE_URLS, PRIVATE_ADDRESSES } from '../../rooms/sites/hostile-addresses.js';
import { pageWithTables } from '../page-tables.js';

const code = (text: string): string => `\`${text.length > 60 ? `${text.slice(0, 57)}...` : text}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const named = (rows: readonly (readonly [string, string])[], what: string): string =>
  table(
    [what, 'is'],
    rows.map(([name, is]) => [code(name), is]),
  );

it('docs/crawler.md shows the hostile addresses and servers of the tests (`npm run docs` writes it)', () => {
  const plain = Object.values(HOSTILE_SERVERS)
    .flat()
    .map(({ what, ends }) => [what, ends.map(code).join(' or ')]);
  const tls = HOSTILE_TLS.map(({ what, tls: fault }) => [what, `${code('tls_invalid')}, ${code(fault)}`]);
  const { held, made } = pageWithTables('docs/crawler.md', {
    addresses: named(PRIVATE_ADDRESSES, 'address'),
    urls: named(HOSTILE_URLS, 'address'),
    servers: table(['a server that', 'ends the exchange as'], [...plain, ...tls]),
  });
  expect(held).toBe(made);
});
