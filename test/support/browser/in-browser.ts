/** A real browser for the pages that people open, and what axe finds on a page. */
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** `describe` where this machine has a Chromium; else nothing runs, and one line says so. */
export function withBrowser(what: string): jest.Describe {
  if (CHROMIUM !== undefined) return describe;
  process.stdout.write(`skipped: ${what} not opened in a browser, since no Chromium is installed here\n`);
  return describe.skip;
}

export const LAUNCH = { executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] };

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RUN = `axe.run(document, { preload: false, resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 120)))`;
const WIDE = { width: 1280, height: 800 };
const MIDDLE = { width: 960, height: 800 };
const NARROW = { width: 375, height: 800 };

/** Tables of which a part lies off-screen. */
const OFF_SCREEN = `[...document.querySelectorAll('.table')]
  .filter((table) => table.scrollWidth > table.clientWidth)
  .map((table) => table.getAttribute('aria-label') + ' lies off-screen, ' + table.scrollWidth)`;
/** On a phone: a header of more than a line. */
const HIGH_HEADER = `[
  ...[...document.querySelectorAll('header.top')].filter((header) => header.offsetHeight > 64)
    .map((header) => 'its header is ' + header.offsetHeight + ' high'),
]`;

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('globalThis.axe !== undefined'))) await page.evaluate(AXE);
  return page.evaluate<string[]>(RUN);
}

/**
 * Only what depends on a page's width and what depends on its colours differ: two of the four see all of it.
 */
const FORMS = [
  { size: WIDE, colorScheme: 'light', always: true },
  { size: NARROW, colorScheme: 'dark', always: true },
  { size: WIDE, colorScheme: 'dark', always: false },
  { size: NARROW, colorScheme: 'light', always: false },
] as const;

/**
 * What is wrong with the open page, wide, at 960 px and on a phone, in light and in the dark: what axe finds,
 * a page that is wider than its screen, and a table of which a part lies off-screen. Each begins with `name`.
 * All four forms only where `TEST_LONG=1`.
 * @param look is called at each width, in light
 * @param leftOut a selector of what is made as other parts of the page are: taken away before axe reads
 */
export async function faultsOf(
  page: Page,
  name: string,
  { look, leftOut }: { readonly look?: (name: string) => Promise<void>; readonly leftOut?: string } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const [size, called] of [
    [NARROW, `${name}-narrow`],
    [MIDDLE, `${name}-middle`],
    [WIDE, name],
  ] as const) {
    await page.setViewportSize(size);
    if (size !== MIDDLE) await look?.(called);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (width > size.width) found.push(`${called} is ${width} wide`);
    const wrong = await page.evaluate<string[]>(
      size === NARROW ? `[...${OFF_SCREEN}, ...${HIGH_HEADER}]` : OFF_SCREEN,
    );
    found.push(...wrong.map((what) => `${called}: ${what}`));
  }
  if (leftOut !== undefined)
    await page.evaluate(`for (const part of document.querySelectorAll('${leftOut}')) part.remove()`);
  for (const { size, colorScheme } of FORMS.filter(
    ({ always }) => always || process.env['TEST_LONG'] === '1',
  )) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page)).map((what) => `${name}, ${size.width}, ${colorScheme}: ${what}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
  return found;
}
