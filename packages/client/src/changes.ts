/** Which companies' own records changed, by the service's file of each day. Reading them is free. */
import { ApiError } from './errors.js';
import type { CallOptions, Http } from './http.js';
import { fieldsOf, isCount, isText, isTime } from './shape.js';

/** What the service says before any file: until when it tells, and what may be told of. */
export interface ChangesIndex {
  /** ISO 8601, by the service's clock. */
  readonly as_of: string;
  /** Milliseconds for which rows may still be answered as before a change, by what changed. */
  readonly late_ms: Readonly<Record<Cause, number>>;
  readonly first_day: string;
  readonly today: string;
  /** The blocks that follow from a company's own records, each with the kinds of facts that it reads. */
  readonly own_records: Readonly<Record<string, readonly string[]>>;
}

interface SourceOfDay {
  readonly changes: unknown;
  readonly why: string;
  readonly switchedAt: string | null;
}

/** A source of which nothing is known to be equal over a day. */
export interface WhollyChanged {
  readonly day: string;
  readonly source: string;
  /** The service's code of the reason, such as `edition_pruned`. */
  readonly why: string;
}

interface DayOfChanges {
  readonly programAt: string | null;
  /** Each switch of a source, or one entry of a source without any. */
  readonly sources: ReadonlyMap<string, readonly SourceOfDay[]>;
  /** The causes by kind of fact, of the companies that are watched. */
  readonly companies: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** What can change, and from when on an answer may have been made without it. */
type Cause = 'editions' | 'program';
/** Milliseconds that are waited for where the service doesn't say. */
const LATE_MS = 900_000;
const DAY_MS = 86_400_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);

/** Null: the service tells of no changes. */
export async function changesIndex(http: Http, calls: CallOptions): Promise<ChangesIndex | null> {
  const bytes = await served(http, '/changes', calls);
  const index = bytes === null ? {} : fieldsOf(parsed(new TextDecoder().decode(bytes)));
  const { as_of, first_day, today, own_records, late_ms } = index;
  const isIndex = isTime(as_of) && isText(first_day) && isText(today);
  if (!isIndex) return null;
  const own = Object.entries(fieldsOf(own_records)).flatMap(([block, kinds]) =>
    Array.isArray(kinds) && kinds.length > 0 && kinds.every(isText) ? [[block, kinds] as const] : [],
  );
  const late = (cause: Cause): number => {
    const told = fieldsOf(late_ms)[cause];
    return isCount(told) ? told : LATE_MS;
  };
  return {
    ...{ as_of, first_day, today, own_records: Object.fromEntries(own) },
    late_ms: { editions: late('editions'), program: late('program') },
  };
}

/** Null where it isn't there, or no longer. */
async function served(http: Http, path: string, calls: CallOptions): Promise<Uint8Array | null> {
  try {
    return await http.bytes(path, 'own', calls);
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return null;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The changes from the day of a time on. */
export class Changes {
  /** The days whose file was read. */
  readonly days: string[] = [];
  /** The days without a file: nothing that was answered on or before them is known to be equal. */
  readonly missing: string[] = [];
  private readonly files = new Map<string, DayOfChanges | null>();

  private constructor(private readonly index: ChangesIndex) {}

  /** @param since the oldest answer; ISO 8601 @param companies the numbers that are watched */
  static async read(
    http: Http,
    index: ChangesIndex,
    { since, companies }: { readonly since: string; readonly companies: ReadonlySet<string> },
    calls: CallOptions,
  ): Promise<Changes> {
    const changes = new Changes(index);
    const { first_day } = index;
    for (const day of changes.daysFrom(since)) {
      const bytes = day < first_day ? null : await served(http, `/changes/${day}.ndjson`, calls);
      const file = bytes === null ? null : fileOf(bytes, companies);
      changes.files.set(day, file);
      (file === null ? changes.missing : changes.days).push(day);
    }
    return changes;
  }

  /** The days of which a file may tell what changed after a time. */
  private *daysFrom(since: string): Generator<string> {
    const { late_ms, today } = this.index;
    const late = Math.max(...Object.values(late_ms));
    for (let day = dayOf(Date.parse(since) - late); day <= today; day = dayOf(Date.parse(day) + DAY_MS))
      yield day;
  }

  /** The sources among these that changed after a time as a whole. */
  wholly(sources: ReadonlySet<string>, since: string): readonly WhollyChanged[] {
    return [...this.files].flatMap(([day, file]) =>
      [...(file?.sources ?? [])].flatMap(([source, switches]) =>
        switches
          .filter(
            (one) => sources.has(source) && !isTold(one) && this.isAfter(one.switchedAt, since, 'editions'),
          )
          .map(({ why }) => ({ day, source, why })),
      ),
    );
  }

  /** Whether one of these kinds of facts about a company may have changed after a time; ISO 8601. */
  mayHaveChanged(company: string, kinds: readonly string[], since: string): boolean {
    for (const day of this.daysFrom(since)) {
      const file = this.files.get(day) ?? null;
      if (file === null || (file.programAt !== null && this.isAfter(file.programAt, since, 'program')))
        return true;
      if (kinds.some((kind) => this.changedIn(file, company, kind, since))) return true;
    }
    return false;
  }

  /** Whether what came into force then may lack in an answer of this time. Null: nobody knows when it did. */
  private isAfter(at: string | null, since: string, cause: Cause): boolean {
    return at === null || !(Date.parse(at) <= Date.parse(since) - this.index.late_ms[cause]);
  }

  private changedIn(
    { sources, companies }: DayOfChanges,
    company: string,
    kind: string,
    since: string,
  ): boolean {
    const switches = sources.get(kind.split('.', 1)[0] ?? '') ?? [];
    const causes = companies.get(company)?.[kind] ?? [];
    if (switches.length === 0 || !Array.isArray(causes)) return true;
    const isWhole = switches.some((one) => !isTold(one) && this.isAfter(one.switchedAt, since, 'editions'));
    return (
      isWhole || causes.some((told) => this.isAfter(textOrNull(fieldsOf(told)['at']), since, 'editions'))
    );
  }
}

/** Null for a file that is not as it is promised. */
function fileOf(bytes: Uint8Array, watched: ReadonlySet<string>): DayOfChanges | null {
  const sources = new Map<string, SourceOfDay[]>();
  const companies = new Map<string, Readonly<Record<string, unknown>>>();
  let head: Readonly<Record<string, unknown>> | null = null;
  for (const text of linesOf(bytes)) {
    const line = fieldsOf(parsed(text));
    const { company_number: number, source, changes } = line;
    if (isText(number)) {
      if (watched.has(number)) companies.set(number, fieldsOf(changes));
    } else if (isText(source)) sources.set(source, [...(sources.get(source) ?? []), sourceOf(line)]);
    else if (head === null && isText(line['from'])) head = line;
    else return null;
  }
  if (head === null) return null;
  return { programAt: textOrNull(head['program_changed_at']), sources, companies };
}

const sourceOf = ({ changes, why, switched_at }: Readonly<Record<string, unknown>>): SourceOfDay => ({
  changes,
  why: textOrNull(why) ?? 'unknown',
  switchedAt: textOrNull(switched_at),
});

const isTold = ({ changes }: SourceOfDay): boolean => changes === 'none' || changes === 'listed';

/** A large file is never one text: that would be longer than a text can be. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(0x0a, from);
    const end = newline < 0 ? bytes.length : newline;
    yield decoder.decode(bytes.subarray(from, end));
    from = end + 1;
  }
}
