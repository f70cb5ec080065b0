/** Renders the documentation pages from the OpenAPI document. The pages load nothing from other hosts. */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { blocksPage } from '../blocks-page/blocks-page.js';
import { errorsPage } from './errors-page.js';
import { objectIn, textIn } from '../openapi-json.js';
import { guidePage, type Guide } from './guide-page.js';
import { operationPage } from './operation-page.js';
import type { PageContent } from './page-parts.js';
import { escapeHtml, htmlDocument, renderMarks, codeSample, pageRow, softText } from './page-parts.js';
import { schemaList, schemaPage, schemaPath, schemasIn } from './schema-words.js';
import { operationPath, operationsIn, siteMenu } from './site-menu.js';

export class DocumentationSite {
  private readonly title: string;

  /**
   * @param base the address of the service
   * @param guide a page that the deployment adds
   */
  constructor(
    private readonly document: JsonObject,
    private readonly base: string,
    private readonly guide?: Guide,
  ) {
    const info = objectIn(document['info']);
    this.title = `${textIn(info['title'])} ${textIn(info['version'])}`;
  }

  /**
   * Returns a page as HTML, the same for every caller; null: there is no such page.
   * @param path such as `/docs/operations/resolve`
   */
  page(path: string): string | null {
    const content = this.content(path);
    if (content === null) return null;
    const menu = siteMenu(this.document, path, content.menu, this.guide);
    return this.withGuideExamples(htmlDocument(this.title, { ...this.withNotice(content), menu }));
  }

  private withNotice(content: PageContent): PageContent {
    const { guide } = this;
    if (guide === undefined) return content;
    return { ...content, main: `<div role="note">${renderMarks(guide.notice)}</div>${content.main}` };
  }

  private withGuideExamples(html: string): string {
    const replacements = Object.entries(this.guide?.replacementByExample ?? {});
    return replacements.reduce(
      (page, [text, replacement]) => page.replaceAll(escapeHtml(text), escapeHtml(replacement)),
      html,
    );
  }

  private content(path: string): PageContent | null {
    const { document } = this;
    if (path === '/docs') return docsStartPage(document, this.base);
    if (path === '/docs/blocks') return blocksPage();
    if (path === '/docs/errors') return errorsPage();
    if (this.guide !== undefined && path === `/docs/${this.guide.name}`) return guidePage(this.guide);
    if (path === '/docs/schemas') return schemaList(document);
    const operation = operationsIn(document).find(({ id }) => operationPath(id) === path);
    if (operation !== undefined) return operationPage(document, operation);
    const schemas = schemasIn(document);
    const name = Object.keys(schemas).find((schema) => schemaPath(schema) === path);
    return name === undefined ? null : schemaPage(name, objectIn(schemas[name]));
  }
}

/** The parameters of the first call. It asks for one block, so it costs at most one unit. */
const FIRST_CALL = { company_number: '11990344', block: 'company_identity' } as const;

/** Returns the first call as code, by language. @param base the address of the service */
const firstCallSamples = (base: string): readonly (readonly [string, string])[] => [
  [
    'curl',
    `curl -H "Authorization: Bearer $KEY" \\
  '${base}/v1/resolve?company_number=${FIRST_CALL.company_number}&blocks=${FIRST_CALL.block}'`,
  ],
  [
    'TypeScript',
    `import { CompanyData } from '@company-data/client';

const client = new CompanyData({ url: '${base}', key: process.env['KEY'] ?? '' });
const { matched, blocks } = await client.resolve({
  company_number: '${FIRST_CALL.company_number}',
  blocks: ['${FIRST_CALL.block}'],
});
console.log(matched.company_name, blocks.${FIRST_CALL.block});`,
  ],
  [
    'Python',
    `import os
from company_data import Client

with Client(os.environ["KEY"], "${base}") as client:
    answer = client.resolve(company_number="${FIRST_CALL.company_number}", blocks=["${FIRST_CALL.block}"])
    print(answer["matched"]["company_name"], answer["blocks"]["${FIRST_CALL.block}"])`,
  ],
];

const operationLink = (id: string, name: string): string => `<a href="${operationPath(id)}">${name}</a>`;

const NEXT_STEPS = `<ol><li>See ${operationLink('whoami', 'what your key may do')}: its blocks, its limits, and how many units it may use.</li><li>${operationLink('resolve', 'Try a call')} from this site: the form shows the call as code, and explains the answer.</li><li>Send a list: ${operationLink('submitJob', 'submit a job')}, ${operationLink('getJob', 'follow it')}, then ${operationLink('getResults', 'read its results')}. The clients for TypeScript and Python do this for a list of any length, and go on after a crash without paying twice.</li><li>See ${operationLink('getUsage', 'what it cost')}. A block is billed once, if it was answered <code>available</code>.</li></ol>`;

function docsStartPage(document: JsonObject, base: string): PageContent {
  const info = objectIn(document['info']);
  const samples = firstCallSamples(base).map(([name, code]) => `<h3>${name}</h3>${codeSample(code, name)}`);
  const rows = operationsIn(document).map(({ id, path, method, operation }) =>
    pageRow(
      `<a href="${escapeHtml(operationPath(id))}">${escapeHtml(textIn(operation['summary']))}</a>`,
      '',
      `<span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code>`,
    ),
  );
  return {
    title: `${textIn(info['title'])} ${textIn(info['version'])}`,
    menu: '<li><a href="#quick-start">Quick start</a></li><li><a href="#operations">Operations</a></li>',
    main: `<section id="quick-start"><h2>Quick start</h2><p>The operator of this service gives you a key. Put it into <code>KEY</code>, and ask for one company:</p>${samples.join('')}<p>Then:</p>${NEXT_STEPS}</section><section id="about"><h2>About the service</h2>${renderMarks(textIn(info['description']))}</section><section id="operations"><h2>Operations</h2>${rows.join('')}${softText('Errors, blocks and schemas stand in the menu.')}</section>`,
  };
}
