/** The targets of a page's links. */
import { Parser } from 'htmlparser2';

/** Whole, in their order; what is no address is passed over. */
export function pageLinks(html: string, page: URL): readonly URL[] {
  const links: URL[] = [];
  const parser = new Parser({
    onopentag: (name, { href = '' }) => {
      if (name === 'a' && URL.canParse(href, page.href)) links.push(new URL(href, page.href));
    },
  });
  parser.end(html);
  return links;
}
