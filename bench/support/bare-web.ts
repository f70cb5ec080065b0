/**
 * A process that serves a company's website under whatever host it is asked for: a first page, nine behind
 * it, all of made-up words and no two alike, and no robots.txt. Prints its port. Argument: kilobytes a page.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Seeded } from './seeded.js';

const PATHS = ['contact', 'legal', 'terms', 'about', 'privacy', 'team', 'cookies', 'our-story', 'conditions'];
const kilobytes = Number(process.argv[2] ?? '30');

const links = PATHS.map((path) => `<a href="/${path}">${path}</a>`).join(' ');

const SYLLABLES =
  'ba ker mill pump val ve ston re li able ing ser vice ten der mar ket we ld co ast er'.split(' ');
const PLAIN = 'the of and to in we for our is on with your by from at as are'.split(' ');
const chance = new Seeded(20_261_122);
const VOCABULARY = Array.from({ length: 4_000 }, () =>
  Array.from({ length: chance.between(2, 4) }, () => chance.one(SYLLABLES)).join(''),
);

/** Ten to eighty words, with the marks of real text. */
function paragraph(): string {
  const words = Array.from({ length: chance.between(10, 80) }, () =>
    chance.chance(0.4) ? chance.one(PLAIN) : chance.one(VOCABULARY),
  );
  const marked = words.map((word) =>
    chance.chance(0.1) ? `${word}${chance.one([',', '.', '’s', ' &amp;', ' –'])}` : word,
  );
  return `<p>We ${marked.join(' ')}.</p>`;
}

/** The same for every host, and another for each page. */
const texts = new Map(
  ['', ...PATHS].map((path) => {
    let text = '';
    while (text.length < kilobytes * 1_024) text += paragraph();
    return [`/${path}`, text];
  }),
);

function page(host: string, path: string): string {
  const foot = `${host} is a trading name of Bramley Pumps Limited, registered in England and Wales No. 08209948. Tel 0113 496 0000. office@${host}`;
  return `<!doctype html><html lang="en"><head><title>${host}${path}</title><meta name="description" content="Pumps"></head><body><nav>${links}</nav><main>${texts.get(path) ?? ''}</main><footer>${foot} ${links}</footer></body></html>`;
}

const server = createServer((request, response) => {
  const { url = '/', headers } = request;
  const known = url === '/' || PATHS.includes(url.slice(1));
  response.writeHead(known ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(known ? page(headers.host ?? '', url) : '');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
