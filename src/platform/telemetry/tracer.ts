/** What traces are made with: the port behind `tracing.ts`, of which OpenTelemetry is the one adapter. */

/** Ids, counts and codes; never what a client sent or was told: spans lie outside of any retention. */
export type SpanFields = Readonly<Record<string, string | number | boolean>>;

/** As they stand in a log line. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

export interface OpenSpan {
  readonly ids: TraceIds;
  /** What the work does, also later, belongs to this span. */
  run<T>(work: () => T): T;
  tell(fields: SpanFields): void;
  fail(error: unknown): void;
  end(): void;
}

export interface Tracer {
  /** A new trace, or a client's with its ids; null where enough of this name were begun in this second. */
  begin(name: string, fields: SpanFields, client: string | null): OpenSpan | null;
  /** A span of a trace that another process began; null where that is no trace context. */
  goOn(name: string, fields: SpanFields, from: string): OpenSpan | null;
  /** A span of what is under way; null where nothing is. */
  within(name: string, fields: SpanFields): OpenSpan | null;
  /** Of what is under way. */
  current(): OpenSpan | undefined;
  /** Sends what is left, within a bounded time. */
  close(): Promise<void>;
}

export interface TracingSettings {
  /** Of an OTLP/HTTP collector, without a closing slash. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  /** Begun in a second by one process, of each operation. */
  readonly perSecond: number;
}

/** A pino logger fits. */
export interface TraceLog {
  warn(fields: object, message: string): void;
}
