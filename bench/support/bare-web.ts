/**
 * A process that serves a company's website under whatever host it is asked for: a first page, nine behind it, and no
 * robots.txt. Prints its port. Argument: kilobytes a page.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PATHS = ['contact', 'legal', 'terms', 'about', 'privacy', 'team', 'cookies', 'our-story', 'conditions'];
const kilobytes = Number(process.argv[2] ?? '30');

const SENTENCE = 'We mend pumps, valves and boilers for mills and breweries all over the north of England. ';
const links = PATHS.map((path) => `<a href="/${path}">${path}</a>`).join(' ');

function page(host: string, path: string): string {
  const text = `<p>${SENTENCE}</p>`.repeat(Math.ceil((kilobytes * 1024) / (SENTENCE.length + 7)));
  const foot = `${host} is a trading name of Bramley Pumps Limited, registered in England and Wales No. 08209948. Tel 0113 496 0000. office@${host}`;
  return `<!doctype html><html lang="en"><head><title>${host}${path}</title><meta name="description" content="Pumps"></head><body><nav>${links}</nav><main>${text}</main><footer>${foot} ${links}</footer></body></html>`;
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
