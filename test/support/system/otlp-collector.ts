/** A collector of traces for tests: takes OTLP over HTTP as JSON, as any collector does, and keeps it. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number;
    readonly doubleValue?: number;
    readonly boolValue?: boolean;
  };
}

interface ExportedTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code?: number };
      }[];
    }[];
  }[];
}

type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface CollectedSpan {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly fields: Fields;
  /** Of the process and its role. */
  readonly of: Fields;
  readonly failed: boolean;
}

/** As `STATUS_CODE_ERROR` of the protocol. */
const FAILED = 2;

const fieldsOf = (attributes: readonly Attribute[]): Fields =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue,
    ]),
  );

export class OtlpCollector {
  readonly spans: CollectedSpan[] = [];
  /** Headers of each delivery. */
  readonly deliveries: IncomingMessage['headers'][] = [];
  /** What is answered. */
  status = 200;
  private server: Server | undefined;

  static async start(): Promise<OtlpCollector> {
    const collector = new OtlpCollector();
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        if (request.url === '/v1/traces') collector.take(request, body as ExportedTraces);
        response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    collector.server = server;
    return collector;
  }

  get url(): string {
    const { port } = this.server?.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  ofTrace(trace: string): readonly CollectedSpan[] {
    return this.spans.filter((span) => span.trace === trace);
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise<unknown>((resolve) => this.server?.close(resolve));
  }

  private take({ headers }: IncomingMessage, { resourceSpans }: ExportedTraces): void {
    this.deliveries.push(headers);
    if (this.status !== 200) return;
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          trace: span.traceId,
          id: span.spanId,
          parent: span.parentSpanId ?? null,
          name: span.name,
          fields: fieldsOf(span.attributes),
          of: fieldsOf(resource.attributes),
          failed: span.status.code === FAILED,
        });
  }
}
