/** Reads the targets of a page's links. */
import { Parser } from 'htmlparser2';

/** The parser's time grows with depth, so a page is read up to a depth and in slices. */
const MAX_DEPTH = 512;
const SLICE = 16_384;
const MAX_LINKS = 20_000;
const LONGEST_ADDRESS = 2_000;

/** The valid HTTP addresses, absolute and in their order, up to the limits. */
export function pageLinks(html: string, page: URL): readonly URL[] {
  const links: URL[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, { href = '' }) => {
      depth += 1;
      if (name !== 'a' || href.length > LONGEST_ADDRESS || !URL.canParse(href, page.href)) return;
      const url = new URL(href, page.href);
      if (/^https?:$/.test(url.protocol)) links.push(url);
    },
    onclosetag: () => void (depth -= 1),
  });
  for (let at = 0; at < html.length && depth < MAX_DEPTH && links.length < MAX_LINKS; at += SLICE)
    parser.write(html.slice(at, at + SLICE));
  return links;
}
