/** Spans by OpenTelemetry, sent to a collector as OTLP over HTTP (JSON). Loaded only where traces are on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { Context, Span, SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { inTime } from '../time/in-time.js';
import { RatePerName } from './rate-per-name.js';
import { redact } from './redact.js';
import type { OpenSpan, SpanFields, TraceIds, TraceLog, Tracer, TracingSettings } from './tracer.js';

/** From the end of a span to its sending, so that one request carries many. */
const GATHER_MS = 1_000;
const SEND_WITHIN_MS = 5_000;
/** Spans that are left then are given up: a role has to stop in time. */
const CLOSE_WITHIN_MS = 2_000;

/** Version 00, and the beginning of later versions. */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** The context of another process. A context that was kept or sent on was sampled. */
function contextOf(traceparent: string | null): Context | null {
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  const remote: SpanContext = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}

/**
 * Knows the span of the running work. Following asynchronous work costs each promise of the thread (some 20 %
 * of a request on Node 20). So it is followed only while a span is open.
 */
class RunningSpan {
  private readonly followed = new AsyncLocalStorage<SdkSpan>();
  private open = 0;

  get current(): SdkSpan | undefined {
    return this.open === 0 ? undefined : this.followed.getStore();
  }

  run<T>(span: SdkSpan, work: () => T): T {
    return this.followed.run(span, work);
  }

  begun(): void {
    this.open++;
  }

  ended(): void {
    this.open--;
    if (this.open === 0) this.followed.disable();
  }
}

class SdkSpan implements OpenSpan {
  readonly ids: TraceIds;
  readonly context: Context;

  constructor(
    private readonly span: Span,
    private readonly running: RunningSpan,
  ) {
    running.begun();
    const { traceId, spanId } = span.spanContext();
    this.ids = { trace_id: traceId, span_id: spanId };
    this.context = trace.setSpan(ROOT_CONTEXT, span);
  }

  run<T>(work: () => T): T {
    return this.running.run(this, work);
  }

  tell(fields: SpanFields): void {
    this.span.setAttributes(fields);
  }

  /** Tells only the error's class: messages name what a client asked for. */
  fail(error: unknown): void {
    this.span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    if (!this.span.isRecording()) return; // it has ended
    this.span.end();
    this.running.ended();
  }
}

/** Logs once that the collector can't be reached, and once that it can be again. */
function reporting(exporter: SpanExporter, endpoint: string, log: TraceLog): SpanExporter {
  let isDown = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed !== isDown)
          log.warn(
            { endpoint: redact(endpoint), ...(failed && { reason: redact(result.error?.message ?? '') }) },
            failed ? 'traces are lost: the collector takes none' : 'the collector takes traces again',
          );
        isDown = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** Opens the tracer of this thread. */
export function openTracer(
  { endpoint, headers, service, perSecond }: TracingSettings,
  role: string,
  log: TraceLog,
): Tracer {
  const url = `${endpoint}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: SEND_WITHIN_MS });
  const sending = new BatchSpanProcessor({
    exporter: reporting(exporter, endpoint, log),
    scheduledDelayMillis: GATHER_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid, role }),
    spanProcessors: [sending],
  });
  const sdk = provider.getTracer('company-data');
  const running = new RunningSpan();
  const rate = new RatePerName(perSecond);
  const opened = (name: string, attributes: SpanFields, context: Context): OpenSpan =>
    new SdkSpan(sdk.startSpan(name, { attributes }, context), running);
  return {
    begin: (name, fields, client) =>
      rate.take(name) ? opened(name, fields, contextOf(client) ?? ROOT_CONTEXT) : null,
    goOn: (name, fields, from) => {
      const context = contextOf(from);
      return context === null ? null : opened(name, fields, context);
    },
    within: (name, fields) => {
      const outer = running.current;
      return outer === undefined ? null : opened(name, fields, outer.context);
    },
    current: () => running.current,
    close: () =>
      inTime(
        provider.shutdown().catch(() => undefined), // the exporter logs it
        CLOSE_WITHIN_MS,
        () => undefined,
      ),
  };
}
