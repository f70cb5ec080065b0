/** The published description and its pages, outside the interface and without a key. No other host is asked for anything. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ok, refuse, type Answer, type Headers } from '../platform/http/answer.js';
import { Lasting } from '../platform/http/coding/lasting.js';
import { EdgeAdapter } from '../platform/http/edge-adapter.js';
import { OpenRoute } from '../platform/http/operation.js';
import { PublicAddress } from '../platform/http/public-address.js';
import { remembered } from '../shared/remembered.js';

const SAFE: Headers = {
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
};

/** A key may stand in a field of the page: no script but ours, no other host, no frame around it. */
const PAGE: Headers = {
  ...SAFE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const SCRIPT = 'text/javascript; charset=utf-8';

/** The files that pages load, or that a reader takes along. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['docs.css', 'text/css; charset=utf-8'],
  ['call.mjs', SCRIPT],
  ['try-call.mjs', SCRIPT],
  ['company-data.postman_collection.json', 'application/json'],
]);
/** `docs` lies beside `src`, and beside the `dist` that `src` is built into. */
const FOLDERS = ['assets', '../../docs', '../../../docs'].map((folder) => join(__dirname, folder));

const contentOf = remembered(TYPES.size, (name: string): Lasting => {
  const folder = FOLDERS.find((one) => existsSync(join(one, name)));
  if (folder === undefined) throw new Error(`${name} is not there`);
  return new Lasting(readFileSync(join(folder, name)));
});

/** Made when it is first asked for: a start needn't wait for it. */
function made<T>(make: () => Promise<T>): () => Promise<T> {
  let first: Promise<T> | undefined;
  return () => (first ??= make());
}
const lasting = (text: string): Lasting => new Lasting(Buffer.from(text));

@Controller()
export class DocsController {
  private readonly description = made(async () => {
    const { describe } = await import('./openapi/description.js');
    return describe(this.adapter.operations, this.address.base);
  });
  private readonly json = made(async () => lasting(JSON.stringify(await this.description())));
  private readonly docs = made(async () =>
    lasting((await import('./docs-page.js')).docsPage(await this.description())),
  );
  private readonly catalogue = made(async () =>
    lasting((await import('./blocks-page/blocks-page.js')).blocksPage()),
  );

  constructor(
    @Inject(EdgeAdapter) private readonly adapter: Pick<EdgeAdapter, 'operations'>,
    private readonly address: PublicAddress,
  ) {}

  @Get('openapi.json')
  @OpenRoute()
  async document(): Promise<Answer> {
    return ok(await this.json(), { headers: SAFE });
  }

  @Get('docs')
  @OpenRoute()
  async page(): Promise<Answer> {
    return ok(await this.docs(), { headers: PAGE });
  }

  @Get('docs/blocks')
  @OpenRoute()
  async blocks(): Promise<Answer> {
    return ok(await this.catalogue(), { headers: PAGE });
  }

  /** What the pages load, and what a reader takes along. */
  @Get('docs/assets/:name')
  @OpenRoute()
  asset(@Param('name') name: string): Answer {
    const type = TYPES.get(name);
    if (type === undefined) return refuse('not_found');
    const headers = { ...SAFE, 'Content-Type': type, 'Cross-Origin-Resource-Policy': 'same-origin' };
    return ok(contentOf(name), { headers });
  }
}
