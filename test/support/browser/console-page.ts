/** A page of the console in a browser: what goes wrong in it, and its pictures in docs/console.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const WRITES = process.env['WRITE_DOCS'] !== undefined;
/** Pictures are small: they show what is where. */
const SCALE = WRITES ? 0.75 : 1;
const DOCS = join(__dirname, '../../../docs');

export interface ConsolePage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of its scripts, and what the browser refused. */
  readonly troubles: string[];
}

export async function consolePage(browser: Browser): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: SCALE,
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${message.text()} ${message.location().url}`);
  });
  return { context, page, troubles };
}

/** Written with `WRITE_DOCS=1`, and only where docs/console.md shows it. */
export async function pictureOf(page: Page, name: string): Promise<void> {
  if (!WRITES || !readFileSync(join(DOCS, 'console.md'), 'utf8').includes(`(console/${name}.png)`)) return;
  writeFileSync(join(DOCS, 'console', `${name}.png`), await page.screenshot());
}
