/** Where traces go (Contract 7.3), by the names that OpenTelemetry has for it; nowhere by default. */
import { z } from 'zod';
import type { TracingSettings } from '../platform/telemetry/tracer.js';
import { withoutTrailing } from '../shared/text/trailing.js';
import { number, url } from './setting-forms.js';

/** `name=value`; the value percent-encoded. */
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x21-\x2b\x2d-\x7e]*)$/;

function headersIn(text: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, value] = HEADER.exec(part.trim()) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return headers;
}

export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('https|http'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .refine((text) => text === undefined || headersIn(text) !== null, 'must be a list of name=value'),
  OTEL_SERVICE_NAME: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]{1,200}$/, 'must be at most 200 visible ASCII characters')
    .default('company-data'),
  TRACES_PER_SECOND: number({ from: 0.001, to: 1_000_000 }, 10),
};

type Values = z.output<z.ZodObject<typeof TRACING_VARIABLES>>;

/** Null where no collector is named. */
export const tracingSettings = (values: Values): TracingSettings | null =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: withoutTrailing(values.OTEL_EXPORTER_OTLP_ENDPOINT, '/'),
        headers: headersIn(values.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
        service: values.OTEL_SERVICE_NAME,
        perSecond: values.TRACES_PER_SECOND,
      };
