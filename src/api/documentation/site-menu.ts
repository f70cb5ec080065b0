/**
 * Renders the sidebar of every page of the documentation: the search, the field for the key, and the menu.
 */
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import type { Guide } from './guide-page.js';
import { objectIn, textIn } from '../openapi-json.js';
import { escapeHtml, softText } from './page-parts.js';

export interface DescribedOperation {
  readonly id: string;
  /** The path in the description, such as `/v1/enrich/jobs/{job_id}`. */
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

/** Returns the operations in the order of the OpenAPI document. */
export const operationsIn = (document: JsonObject): readonly DescribedOperation[] =>
  Object.entries(objectIn(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(objectIn(methods)).map(([method, value]) => {
      const operation = objectIn(value);
      return { id: textIn(operation['operationId']), path, method, operation };
    }),
  );

export const operationPath = (id: string): string => `/docs/operations/${id}`;

const SEARCH =
  '<div id="search" hidden><label for="search-field">Search</label><input id="search-field" type="search" autocomplete="off" spellcheck="false"><ul id="search-results"></ul><p id="search-count" class="soft" role="status"></p></div>';

/**
 * Renders the field for the API key, which the forms of all operations send.
 * @param initialKey the first value of the field
 */
const keyForm = (initialKey = ''): string =>
  `<div id="try" hidden><label for="key">API key</label><p class="field-row"><input id="key" type="password" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="about-key" value="${escapeHtml(initialKey)}"> <button type="button" id="show-key" aria-pressed="false">Show</button> <button type="button" id="forget-key">Forget</button></p><p id="about-key" class="soft">It goes to this service alone, in the header of a call, and is kept in the memory of this tab only. Calls are real: what is delivered to a live key is billed.</p></div>`;

interface MenuLink {
  readonly path: string;
  readonly name: string;
  readonly about?: string;
}

const menuItem = ({ path, name, about }: MenuLink, currentPath: string): string =>
  `<li><a href="${escapeHtml(path)}"${path === currentPath ? ' aria-current="page"' : ''}>${escapeHtml(name)}${about === undefined ? '' : softText(about)}</a></li>`;

const COLLECTION =
  '<li><a href="/docs/assets/company-data.postman_collection.json" download>Postman collection<span class="soft">every call, for Bruno and Insomnia too</span></a></li>';

/**
 * Renders the sidebar.
 * @param currentPath the path of the page that shows the menu
 * @param pageLinks links to sections of that page, as list items
 * @param guide the page that the deployment adds
 */
export function siteMenu(
  document: JsonObject,
  currentPath: string,
  pageLinks: string,
  guide?: Guide,
): string {
  const firstLinks: readonly MenuLink[] = [
    { path: '/docs', name: 'Quick start' },
    ...(guide === undefined ? [] : [{ path: `/docs/${guide.name}`, name: guide.title }]),
    ...operationsIn(document).map(({ id, path, method, operation }) => ({
      path: operationPath(id),
      name: textIn(operation['summary']),
      about: `${method.toUpperCase()} ${path}`,
    })),
  ];
  const lastLinks: readonly MenuLink[] = [
    { path: '/docs/blocks', name: 'The blocks', about: 'each with its source, reasons and an example' },
    { path: '/docs/errors', name: 'Errors and reasons', about: 'each code, and what to do' },
    { path: '/docs/schemas', name: 'Schemas', about: 'every object of the answers' },
    { path: '/openapi.json', name: 'openapi.json', about: 'the same for machines' },
  ];
  const menuItems = [...firstLinks, ...lastLinks].map((link) => menuItem(link, currentPath)).join('');
  const pageMenu = pageLinks === '' ? '' : `<p class="soft">On this page</p><ul>${pageLinks}</ul>`;
  return `${SEARCH}${keyForm(guide?.apiKey)}<details id="menu" open><summary>Pages</summary><ul>${menuItems}${COLLECTION}</ul>${pageMenu}</details>`;
}
