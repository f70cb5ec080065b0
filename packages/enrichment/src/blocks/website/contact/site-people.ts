/** Finds people whom a site names with a role: a name that stands alone, and a role in the line behind it. */
import type { PageKind, SiteReading } from '../../../sites/site-reading.js';

export interface SitePerson {
  readonly name: string;
  /** The role as printed. */
  readonly role: string;
  readonly page_url: string;
}

const TELLS_OF_PEOPLE: ReadonlySet<PageKind> = new Set(['team', 'about', 'contact']);
const NAME =
  /^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?)?(?: \p{Lu}[\p{L}'’-]+){1,2})$/u;
const ROLE =
  /\b(?:director|manager|owner|founder|proprietor|partner|chief|ceo|cfo|coo|cto|chair(?:man|woman)?|head of|secretary|accountant|solicitor|president|principal|bookkeeper|administrator|coordinator|lead|cyfarwyddwr|rheolwr)\b/i;
/** Words of headings that have the form of names. */
const NO_NAME =
  /\b(?:our|the|team|us|contact|about|director|manager|meet|get|read|view|company|services?|office|opening|customer|managing|sales|head|privacy|terms|limited|ltd|road|street|house|park)\b/i;
const LONGEST_ROLE = 60;
const MOST = 100;

/** The people, each once, in the order of the pages. */
export function peopleNamed({ pages }: Pick<SiteReading, 'pages'>): SitePerson[] {
  const peopleByName = new Map<string, SitePerson>();
  for (const { url, kind, text } of pages) {
    if (!TELLS_OF_PEOPLE.has(kind)) continue;
    const runs = text.filter(({ region }) => region === 'main').map((run) => run.text);
    for (const [at, run] of runs.entries()) {
      const [, name] = run.length > 60 ? [] : (NAME.exec(run) ?? []);
      const role = runs[at + 1] ?? '';
      if (name === undefined || NO_NAME.test(name) || role.length > LONGEST_ROLE || !ROLE.test(role))
        continue;
      if (!peopleByName.has(name) && peopleByName.size < MOST)
        peopleByName.set(name, { name, role, page_url: url });
    }
  }
  return [...peopleByName.values()];
}
