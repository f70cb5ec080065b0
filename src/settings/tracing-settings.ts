/** Reads the settings of tracing (Contract 7.6). The `OTEL_` names are those of OpenTelemetry. */
import { z } from 'zod';
import type { TracingSettings } from '../../packages/platform/src/telemetry/tracer.js';
import { baseUrl, number, setting, type ValuesOf } from './setting-forms.js';

/** One `name=value`, with a percent-encoded value. */
const HEADER_FORM = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x21-\x2b\x2d-\x7e]*)$/;

function headersIn(text: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, value] = HEADER_FORM.exec(part.trim()) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return headers;
}

export const TRACING_SETTINGS = {
  endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', baseUrl),
  headers: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    z
      .string()
      .optional()
      .transform((text) => (text === undefined ? {} : headersIn(text)))
      .refine((headers) => headers !== null, 'must be a list of name=value'),
  ),
  service: setting(
    'OTEL_SERVICE_NAME',
    z
      .string()
      .trim()
      .regex(/^[\x20-\x7e]{1,200}$/, 'must be at most 200 visible ASCII characters')
      .default('company-data'),
  ),
  perSecond: setting('TRACES_PER_SECOND', number({ from: 0.001, to: 1_000_000 }, 10)),
};

/** Returns the settings, or null if no collector is named. */
export const tracingSettings = ({
  endpoint,
  headers,
  ...rest
}: ValuesOf<typeof TRACING_SETTINGS>): TracingSettings | null =>
  endpoint === null ? null : { endpoint, headers: headers ?? {}, ...rest };
