/** Traces (W3C trace context). While they are off, a span is a plain call and the library isn't loaded. */
import type { OpenSpan, SpanFields, TraceIds, TraceLog, Tracer, TracingSettings } from './tracer.js';

/** The tracer of this thread. */
let tracer: Tracer | null = null;

/** Null settings: nothing happens. */
export async function startTracing(
  settings: TracingSettings | null,
  role: string,
  log: TraceLog,
): Promise<void> {
  if (settings === null) return;
  const { openTracer } = await import('./opentelemetry.js');
  tracer = openTracer(settings, role, log);
}

export async function stopTracing(): Promise<void> {
  await tracer?.close();
  tracer = null;
}

export const isTracing = (): boolean => tracer !== null;

/** Begins the trace of a request. @param client the trace context that came with the request */
export const beginTrace = (name: string, fields: SpanFields, client: string | null): OpenSpan | null =>
  tracer?.begin(name, fields, client) ?? null;

/** Runs `work` in a span of the running work. */
export const span = <T>(name: string, fields: SpanFields, work: () => Promise<T>): Promise<T> =>
  under(tracer?.within(name, fields) ?? null, work);

/** Adds fields to the span of the running work. */
export const tellSpan = (fields: SpanFields): void => tracer?.current()?.tell(fields);

/** Like `span`, for work that is done when it returns. */
export function spanNow<T>(name: string, fields: SpanFields, work: () => T): T {
  const opened = tracer?.within(name, fields) ?? null;
  if (opened === null) return work();
  try {
    return opened.run(work);
  } catch (error) {
    opened.fail(error);
    throw error;
  } finally {
    opened.end();
  }
}

/** Runs `work` in a trace that another process began, if one did. */
export const spanFrom = <T>(
  from: string | undefined,
  name: string,
  fields: SpanFields,
  work: () => Promise<T>,
): Promise<T> => under(from === undefined ? null : (tracer?.goOn(name, fields, from) ?? null), work);

/** Runs `work` in several traces at once, with a span in each. */
export async function spansFrom<T>(
  froms: () => Iterable<string>,
  name: string,
  fields: SpanFields,
  work: () => Promise<T>,
): Promise<T> {
  if (tracer === null) return work();
  const opened: OpenSpan[] = [];
  for (const from of froms()) {
    const one = tracer.goOn(name, fields, from);
    if (one !== null) opened.push(one);
  }
  return ending(opened, work);
}

async function under<T>(opened: OpenSpan | null, work: () => Promise<T>): Promise<T> {
  return opened === null ? work() : ending([opened], () => opened.run(work));
}

/** Ends the spans with the work, and tells them its failure. */
async function ending<T>(opened: readonly OpenSpan[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const one of opened) one.fail(error);
    throw error;
  } finally {
    for (const one of opened) one.end();
  }
}

/** The trace context of the running work. */
export const traceparentNow = (): string | undefined => {
  const ids = tracer?.current()?.ids;
  return ids === undefined ? undefined : `00-${ids.trace_id}-${ids.span_id}-01`;
};

/** The ids for a log line, which may add to its own copy. */
export const traceIdsNow = (): Partial<TraceIds> => ({ ...tracer?.current()?.ids });
