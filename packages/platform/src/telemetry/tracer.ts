/** The port behind `tracing.ts`. OpenTelemetry is its one adapter. */

/** Ids, counts and codes, never a client's data or answers: spans lie outside of any retention. */
export type SpanFields = Readonly<Record<string, string | number | boolean>>;

/** The ids as a log line has them. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

export interface OpenSpan {
  readonly ids: TraceIds;
  /** The work, also its later parts, belongs to this span. */
  run<T>(work: () => T): T;
  tell(fields: SpanFields): void;
  fail(error: unknown): void;
  end(): void;
}

export interface Tracer {
  /** A new trace, or a client's with its ids; null where this name began enough in this second. */
  begin(name: string, fields: SpanFields, client: string | null): OpenSpan | null;
  /** A span of a trace that another process began; null where `from` is no trace context. */
  goOn(name: string, fields: SpanFields, from: string): OpenSpan | null;
  /** A span of the running work; null where none runs. */
  within(name: string, fields: SpanFields): OpenSpan | null;
  /** The span of the running work. */
  current(): OpenSpan | undefined;
  /** Sends the spans that are left, within a bounded time. */
  close(): Promise<void>;
}

export interface TracingSettings {
  /** The address of an OTLP/HTTP collector, without a closing slash. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  /** Traces that one process begins in a second, of each operation. */
  readonly perSecond: number;
}

/** A pino logger fits. */
export interface TraceLog {
  warn(fields: object, message: string): void;
}
