/** A guide: a page of tables that a deployment adds to the documentation, such as the sandbox's. */
import { escapeHtml, pageRow, renderMarks, type PageContent } from './page-parts.js';

export interface GuideTable {
  readonly heading: string;
  /** Marks as in descriptions. */
  readonly text: string;
  readonly rows: readonly GuideRow[];
}

export interface GuideRow {
  /** What is sent. */
  readonly send: readonly string[];
  /** What comes of it; marks as in descriptions. */
  readonly gives: string;
}

export interface Guide {
  /** The page is `/docs/{name}`. */
  readonly name: string;
  readonly title: string;
  /** Marks as in descriptions. */
  readonly text: string;
  readonly tables: readonly GuideTable[];
  /** Stands over every page of the documentation. */
  readonly notice: string;
  /** What the examples of every page have in place of the product's: texts by texts. */
  readonly examples: Readonly<Record<string, string>>;
  /** A key that the field for the key holds at first. */
  readonly key: string;
}

/** Token of the `Guide`; optional. */
export const GUIDE = Symbol('GUIDE');

const idOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');

const section = ({ heading, text, rows }: GuideTable): string =>
  `<section id="${idOf(heading)}"><h2>${escapeHtml(heading)}</h2>${renderMarks(text)}${rows
    .map(({ send, gives }) =>
      pageRow(send.map((word) => `<code>${escapeHtml(word)}</code>`).join('<br>'), '', renderMarks(gives)),
    )
    .join('')}</section>`;

export const guidePage = ({ title, text, tables }: Guide): PageContent => ({
  title,
  menu: tables
    .map(({ heading }) => `<li><a href="#${idOf(heading)}">${escapeHtml(heading)}</a></li>`)
    .join(''),
  main: `${renderMarks(text)}${tables.map(section).join('')}`,
});
