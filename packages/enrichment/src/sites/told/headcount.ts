/** Finds the number of employees that a company states on its own website. */
import type { PageKind, SiteReading } from '../site-reading.js';

const PAGE_KINDS: ReadonlySet<PageKind> = new Set(['home', 'about', 'team', 'other', 'contact']);
const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,6})`;
const ABOUT = String.raw`((?:over|more than|around|about|approximately|approx\.?|nearly|almost|up to|some|circa|c\.) )?`;
const PEOPLE = String.raw`(?:people|employees|staff|members of staff|staff members|team members|colleagues)`;
/** The patterns of statements. Each captures words that qualify the number, and the number. */
const STATEMENTS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:we|company|group|business) (?:now |currently |directly )*employs? ${ABOUT}${NUMBER}\+?(?: |$)`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:we have|our|with a|a) (?:dedicated |skilled |growing |experienced )*(?:team|workforce|staff) of ${ABOUT}${NUMBER}\+? ${PEOPLE}\b`,
    'iu',
  ),
  new RegExp(String.raw`\bwe (?:have|are) (?:a team of )?${ABOUT}${NUMBER}\+? ${PEOPLE}\b`, 'iu'),
  new RegExp(
    String.raw`\bour ${ABOUT}${NUMBER}\+? (?:employees|staff|members of staff|team members|colleagues)\b`,
    'iu',
  ),
];
const TOPIC = /\b(?:employ|team|staff|workforce|people|colleagues)/i;
/** Matches words about other organisations, another time, or a whole group. */
const OTHERS =
  /\b(?:your|clients?|customers?|businesses|companies|firms|organisations|schools|at the time|originally|by 20\d\d|grew from|started with|worldwide|globally|across the group|combined)\b/iu;
const MAX_PEOPLE = 500_000;
const SNIPPET = 300;

/** The first statement in the main text of a page. `exact`: without `about`, `over`, `+` and the like. */
export function headcountOn({ pages }: Pick<SiteReading, 'pages'>) {
  for (const { url, kind, text } of pages) {
    if (!PAGE_KINDS.has(kind)) continue;
    for (const run of text) {
      if (run.region !== 'main' || !/\d/.test(run.text) || !TOPIC.test(run.text)) continue;
      for (const sentence of run.text.slice(0, 20_000).split(/(?<=[.!?]) /)) {
        const [whole, about, number] =
          STATEMENTS.map((statement) => statement.exec(sentence)).find(Boolean) ?? [];
        const people = Number((number ?? '').replaceAll(',', ''));
        if (whole === undefined || people < 1 || people > MAX_PEOPLE || OTHERS.test(sentence)) continue;
        const exact = about === undefined && !whole.includes('+');
        return { people, exact, page_url: url, snippet: sentence.slice(0, SNIPPET) };
      }
    }
  }
  return null;
}
