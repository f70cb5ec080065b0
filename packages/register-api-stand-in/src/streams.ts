/** The streaming API: events as lines, from a timepoint on, with empty lines as heartbeats. */
import type { ServerResponse } from 'node:http';
import type { StreamEvent } from './answers.js';

interface Listener {
  readonly stream: string;
  readonly response: ServerResponse;
  readonly heartbeat: NodeJS.Timeout;
}

export type Opening =
  | { readonly outcome: 'opened' }
  /** The timepoint is older than what is kept, or was never there: 416. */
  | { readonly outcome: 'out-of-range' };

export class Streams {
  private readonly events: StreamEvent[];
  private readonly listeners = new Set<Listener>();
  private readonly keptFrom = new Map<string, number>();

  constructor(
    events: readonly StreamEvent[],
    private readonly heartbeatMs: number,
  ) {
    this.events = [...events].sort((a, b) => a.timepoint - b.timepoint);
  }

  /** Without a timepoint only what comes from now on is told. */
  open(stream: string, timepoint: number | null, response: ServerResponse): Opening {
    const newest = this.of(stream).at(-1)?.timepoint ?? 0;
    const oldest = this.keptFrom.get(stream) ?? 0;
    if (timepoint !== null && (timepoint < oldest || timepoint > newest + 1))
      return { outcome: 'out-of-range' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('\n');
    if (timepoint !== null)
      for (const event of this.of(stream))
        if (event.timepoint >= timepoint) response.write(`${event.line}\n`);
    const heartbeat = setInterval(() => response.write('\n'), this.heartbeatMs);
    const listener = { stream, response, heartbeat };
    this.listeners.add(listener);
    response.on('close', () => {
      clearInterval(heartbeat);
      this.listeners.delete(listener);
    });
    return { outcome: 'opened' };
  }

  publish(event: StreamEvent): void {
    this.events.push(event);
    this.say(event.stream, `${event.line}\n`);
  }

  /** Whatever bytes: half a line, no JSON. */
  say(stream: string, text: string): void {
    for (const listener of this.listeners) if (listener.stream === stream) listener.response.write(text);
  }

  /** The publisher keeps events for some time only. */
  forgetBefore(stream: string, timepoint: number): void {
    this.keptFrom.set(stream, timepoint);
  }

  listening(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { stream } of this.listeners) counts[stream] = (counts[stream] ?? 0) + 1;
    return counts;
  }

  cut(): void {
    for (const { response } of this.listeners) response.destroy();
  }

  end(): void {
    for (const { response } of this.listeners) response.end();
  }

  private of(stream: string): StreamEvent[] {
    return this.events.filter((event) => event.stream === stream);
  }
}
