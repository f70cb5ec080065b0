/** Text that would do something in a page which took it for markup, and what in a page does. */
import { Parser } from 'htmlparser2';

export const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>' onfocus=alert(1) \u202eevil\u0007\u001b[2J\u2066{{7*7}}<%= 1 %>`;

/** What a browser would run or load, but for the console's own scripts. */
export function activeIn(text: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, { src = '', href = '', ...others }) => {
      if (name === 'script' && !/^\/assets\/[a-z-]+(?:\.min)?\.m?js$/.test(src)) found.push(`script ${src}`);
      if (['img', 'iframe', 'object', 'embed', 'b', 'style', 'base'].includes(name)) found.push(name);
      if (/^\s*(?:javascript|data|https?):/i.test(href)) found.push(href);
      found.push(...Object.keys(others).filter((other) => /^on|^style$/i.test(other)));
    },
  });
  parser.end(text);
  return found;
}
