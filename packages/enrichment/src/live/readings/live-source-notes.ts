/** Keeps each live source's last answer and last failure, for operators: notes that may be lost. */
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import type { Clock } from '../../../../platform/src/time/clock.js';

/** The public register's API. */
export const REGISTER_API = 'register_api';
/** The websites of companies, read by the crawler. */
export const WEBSITES = 'websites';

export interface SourceNotes {
  succeeded(): void;
  /** @param why one sentence that is safe to show */
  failed(why: string): void;
}

export interface LiveSourceNews {
  /** ISO 8601; null: not known. */
  readonly last_success: string | null;
  readonly last_failure: { readonly at: string; readonly why: string } | null;
}

/** The minimum time between two notes. */
const EVERY_MS = 10_000;

const keyOf = (source: string, event: 'success' | 'failure'): string => `live-source/${source}/${event}`;

export class CoordinationNotes implements SourceNotes {
  private readonly written = new Map<string, number>();

  constructor(
    private readonly coordination: Pick<Coordination, 'put'>,
    private readonly clock: Clock,
    private readonly source: string,
  ) {}

  succeeded(): void {
    this.note('success', {});
  }

  failed(why: string): void {
    this.note('failure', { why });
  }

  private note(event: 'success' | 'failure', details: { readonly why?: string }): void {
    const now = this.clock.now();
    if (now.getTime() - (this.written.get(event) ?? 0) < EVERY_MS) return;
    this.written.set(event, now.getTime());
    // Answers don't wait for notes.
    this.coordination
      .put(keyOf(this.source, event), { at: now.toISOString(), ...details })
      .catch(() => this.written.delete(event));
  }
}

export async function liveSourceNews(
  coordination: Pick<Coordination, 'get'>,
  source: string,
): Promise<LiveSourceNews> {
  const [success, failure] = await Promise.all(
    (['success', 'failure'] as const).map((event) => coordination.get(keyOf(source, event))),
  );
  // `note` wrote both values.
  return {
    last_success: (success?.value['at'] as string | undefined) ?? null,
    last_failure: (failure?.value as { readonly at: string; readonly why: string } | undefined) ?? null,
  };
}
