/** Renders the documentation pages from the OpenAPI document. The pages load nothing from other hosts. */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { blocksPage } from '../blocks-page/blocks-page.js';
import { errorsPage } from './errors-page.js';
import { objectIn, textIn } from '../openapi-json.js';
import { guidePage, type Guide } from './guide-page.js';
import { operationPage } from './operation-page.js';
import { escapeHtml, htmlDocument, renderMarks, type PageContent } from './page-parts.js';
import { schemaList, schemaPage, schemaPath, schemasIn } from './schema-words.js';
import { operationPath, operationsIn, siteMenu } from './site-menu.js';
import { docsStartPage } from './start-page.js';

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
