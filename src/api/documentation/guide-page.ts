/** Renders a guide: a page of tables that a deployment, such as the sandbox, adds to the documentation. */
import { escapeHtml, pageRow, renderMarks, type PageContent } from './page-parts.js';

export interface GuideTable {
  readonly heading: string;
  /** A text with the marks of `renderMarks`. */
  readonly text: string;
  readonly rows: readonly GuideRow[];
}

export interface GuideRow {
  /** The values that a client sends. */
  readonly request: readonly string[];
  /** The result of such a request, with the marks of `renderMarks`. */
  readonly result: string;
}

export interface Guide {
  /** The last part of the page's path, `/docs/{name}`. */
  readonly name: string;
  readonly title: string;
  /** A text with the marks of `renderMarks`. */
  readonly text: string;
  readonly tables: readonly GuideTable[];
  /** A notice at the top of every page of the documentation. */
  readonly notice: string;
  /** Texts that replace texts of the product's examples, by the text that is replaced. */
  readonly replacementByExample: Readonly<Record<string, string>>;
  /** The API key that the forms have at first. */
  readonly apiKey: string;
}

/** Token of the `Guide`; optional. */
export const GUIDE = Symbol('GUIDE');

const sectionId = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');

const section = ({ heading, text, rows }: GuideTable): string =>
  `<section id="${sectionId(heading)}"><h2>${escapeHtml(heading)}</h2>${renderMarks(text)}${rows
    .map(({ request, result }) =>
      pageRow(
        request.map((text) => `<code>${escapeHtml(text)}</code>`).join('<br>'),
        '',
        renderMarks(result),
      ),
    )
    .join('')}</section>`;

export const guidePage = ({ title, text, tables }: Guide): PageContent => ({
  title,
  menu: tables
    .map(({ heading }) => `<li><a href="#${sectionId(heading)}">${escapeHtml(heading)}</a></li>`)
    .join(''),
  main: `${renderMarks(text)}${tables.map(section).join('')}`,
});
