/**
 * Traces (W3C trace context): spans of what is done, from a request through threads and processes to what comes of it. Off
 * unless a thread was told to send them: then a span is a plain call, and nothing of their library is loaded.
 */
import type { OpenSpan, SpanFields, TraceIds, TraceLog, Tracer, TracingSettings } from './tracer.js';

/** Of this thread. */
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

/** Begins the trace of a request; `client`: the trace context that came with it. */
export const beginTrace = (name: string, fields: SpanFields, client: string | null): OpenSpan | null =>
  tracer?.begin(name, fields, client) ?? null;

/** Work within what is under way. */
export const span = <T>(name: string, fields: SpanFields, work: () => Promise<T>): Promise<T> =>
  under(tracer?.within(name, fields) ?? null, work);

/** What became known of the span that is under way. */
export const tellSpan = (fields: SpanFields): void => tracer?.current()?.tell(fields);

/** The same of work that is done when it returns. */
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

/** Work that goes on with a trace which another process began, where it did. */
export const spanFrom = <T>(
  from: string | undefined,
  name: string,
  fields: SpanFields,
  work: () => Promise<T>,
): Promise<T> => under(from === undefined ? null : (tracer?.goOn(name, fields, from) ?? null), work);

/** Work that goes on with several traces at once: it has a span in each. */
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

/** Ends them with the work, and tells them where it failed. */
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

/** The trace context of what is under way. */
export const traceparentNow = (): string | undefined => {
  const ids = tracer?.current()?.ids;
  return ids === undefined ? undefined : `00-${ids.trace_id}-${ids.span_id}-01`;
};

/** For a line of the log, which may add its own. */
export const traceIdsNow = (): Partial<TraceIds> => ({ ...tracer?.current()?.ids });
