/** Serves the OpenAPI document and the documentation pages, outside /v1 and without a key. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get, Inject, Optional, Param } from '@nestjs/common';
import { ok, refuse, type Answer, type Headers } from '../../packages/platform/src/http/answer.js';
import { Lasting } from '../../packages/platform/src/http/coding/lasting.js';
import { EdgeAdapter } from '../../packages/platform/src/http/edge-adapter.js';
import { OpenRoute } from '../../packages/platform/src/http/operation.js';
import { PublicAddress } from '../../packages/platform/src/http/public-address.js';
import { GUIDE, type Guide } from './documentation/guide-page.js';
import { memoize } from '../../packages/words/src/memoize.js';

const COMMON_HEADERS: Headers = {
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
};

/** A field of the page may hold an API key, so the page runs only our scripts and may not be framed. */
const PAGE_HEADERS: Headers = {
  ...COMMON_HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const SCRIPT = 'text/javascript; charset=utf-8';

/** The content types of the files that the pages load or offer for download. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['docs.css', 'text/css; charset=utf-8'],
  ['call.mjs', SCRIPT],
  ['pages.mjs', SCRIPT],
  ['samples.mjs', SCRIPT],
  ['search.mjs', SCRIPT],
  ['try-call.mjs', SCRIPT],
  ['company-data.postman_collection.json', 'application/json'],
]);
/** The folders that may hold the files. `docs` is beside `src` and `dist`. Built code is in `dist/src`. */
const ASSET_FOLDERS = ['assets', '../../docs', '../../../docs'].map((folder) => join(__dirname, folder));

const assetContent = memoize(CONTENT_TYPES.size, (name: string): Lasting => {
  const folder = ASSET_FOLDERS.find((candidate) => existsSync(join(candidate, name)));
  if (folder === undefined) throw new Error(`${name} is not there`);
  return new Lasting(readFileSync(join(folder, name)));
});

/** Returns a function that makes the value at its first call, not at the start of the process. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => (promise ??= make());
}
const cachedText = (text: string): Lasting => new Lasting(Buffer.from(text));

@Controller()
export class DocsController {
  private readonly openApi = lazily(async () => {
    const { openApiDocument } = await import('./openapi/description.js');
    return openApiDocument(this.adapter.operations, this.address.base);
  });
  private readonly documentJson = lazily(async () => cachedText(JSON.stringify(await this.openApi())));
  private readonly site = lazily(async () => {
    const { DocumentationSite } = await import('./documentation/site.js');
    return new DocumentationSite(await this.openApi(), this.address.base, this.guide);
  });
  private readonly searchJson = lazily(async () => {
    const { searchIndex } = await import('./documentation/search-index.js');
    return cachedText(JSON.stringify(searchIndex(await this.openApi())));
  });
  /** The pages that were requested so far, by path. There are a few hundred in all. */
  private readonly pages = new Map<string, Lasting>();

  constructor(
    @Inject(EdgeAdapter) private readonly adapter: Pick<EdgeAdapter, 'operations'>,
    private readonly address: PublicAddress,
    @Optional() @Inject(GUIDE) private readonly guide?: Guide,
  ) {}

  @Get('openapi.json')
  @OpenRoute()
  async document(): Promise<Answer> {
    return ok(await this.documentJson(), { headers: COMMON_HEADERS });
  }

  @Get('docs')
  @OpenRoute()
  start(): Promise<Answer> {
    return this.page('/docs');
  }

  @Get('docs/search.json')
  @OpenRoute()
  async searchIndex(): Promise<Answer> {
    return ok(await this.searchJson(), { headers: COMMON_HEADERS });
  }

  @Get('docs/:page')
  @OpenRoute()
  pageAt(@Param('page') page: string): Promise<Answer> {
    return this.page(`/docs/${page}`);
  }

  /** Serves the files that the pages load or offer for download. */
  @Get('docs/assets/:name')
  @OpenRoute()
  asset(@Param('name') name: string): Answer {
    const type = CONTENT_TYPES.get(name);
    if (type === undefined) return refuse('not_found');
    const headers = { 'Content-Type': type, 'Cross-Origin-Resource-Policy': 'same-origin' };
    return ok(assetContent(name), { headers: { ...COMMON_HEADERS, ...headers } });
  }

  @Get('docs/:folder/:name')
  @OpenRoute()
  pageInFolder(@Param('folder') folder: string, @Param('name') name: string): Promise<Answer> {
    return this.page(`/docs/${folder}/${name}`);
  }

  private async page(path: string): Promise<Answer> {
    let page = this.pages.get(path);
    if (page === undefined) {
      const html = (await this.site()).page(path);
      if (html === null) return refuse('not_found');
      this.pages.set(path, (page = cachedText(html)));
    }
    return ok(page, { headers: PAGE_HEADERS });
  }
}
