/** A real browser for the pages that people open, and what axe finds on a page. */
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);

/** `describe` where this machine has a Chromium; else nothing runs, and one line says so. */
export function withBrowser(what: string): jest.Describe {
  if (CHROMIUM !== undefined) return describe;
  process.stdout.write(`skipped: ${what} not opened in a browser, since no Chromium is installed here\n`);
  return describe.skip;
}

export const LAUNCH = { executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] };

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** In the dark only colours differ. */
const CONTRAST = "{ runOnly: ['color-contrast'] }";
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 375, height: 800 };

async function violations(page: Page, options: string): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? (() => { ${AXE} })()`);
  return page.evaluate<string[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 120)))`,
  );
}

/**
 * What is wrong with the open page, wide and on a phone, in light and in the dark: what axe finds, and a page that is
 * wider than its screen. Each begins with `name`.
 * @param look is called at each width, in light
 * @param leftOut a selector of what is made as other parts of the page are: taken away before axe reads
 */
export async function faultsOf(
  page: Page,
  name: string,
  { look, leftOut }: { readonly look?: (name: string) => Promise<void>; readonly leftOut?: string } = {},
): Promise<string[]> {
  const found: string[] = [];
  const sizes = [
    [WIDE, name],
    [NARROW, `${name}-narrow`],
  ] as const;
  for (const [size, called] of sizes) {
    await page.setViewportSize(size);
    await look?.(called);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (width > size.width) found.push(`${called} is ${width} wide`);
  }
  if (leftOut !== undefined)
    await page.evaluate(`for (const part of document.querySelectorAll('${leftOut}')) part.remove()`);
  for (const [size, called] of sizes) {
    await page.setViewportSize(size);
    found.push(...(await violations(page, '{}')).map((what) => `${called}: ${what}`));
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await violations(page, CONTRAST)).map((what) => `${called}, dark: ${what}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize(WIDE);
  return found;
}
