/** What the owner of the stand-in's process can tell it and ask it. */
import type { Controls } from '../../stand-in-process/src/controls.js';
import { streamEvent, type Document } from './answers.js';
import type { Contents } from './documents.js';
import type { Fault } from './faults.js';
import type { RegisterApiStandIn, SeenRequest } from './stand-in.js';

export class RegisterApiControls implements Controls {
  constructor(private readonly standIn: RegisterApiStandIn) {}

  /** The next so many requests below a place. */
  nextRequests(fault: Fault, times = 1, place = '/'): void {
    this.standIn.faults.next(fault, times, place);
  }

  /** No request goes wrong any more. */
  behave(): void {
    this.standIn.faults.clear();
  }

  /** From now on the register answers so. */
  answerWith(company: string, resource: string, data: Document): void {
    this.standIn.answers.put(company, resource, data);
  }

  /** From now on the register has this document, in these media types: contents in base64. */
  holdDocument(id: string, contents: Readonly<Record<string, string>>): void {
    const held = Object.entries(contents).map(([type, text]) => [type, Buffer.from(text, 'base64')]);
    this.standIn.documents.put(id, Object.fromEntries(held) as Contents);
  }

  /** An event, to all who listen to its stream and to whoever asks from before it. */
  publish(event: Document): void {
    this.standIn.streams.publish(streamEvent(event));
  }

  /** Any text, to all who listen to a stream. */
  say(stream: string, text: string): void {
    this.standIn.streams.say(stream, text);
  }

  /** Older timepoints of a stream are answered 416. */
  forgetBefore(stream: string, timepoint: number): void {
    this.standIn.streams.forgetBefore(stream, timepoint);
  }

  /** Streams break off. */
  cutStreams(): void {
    this.standIn.streams.cut();
  }

  /** Streams end in order. */
  endStreams(): void {
    this.standIn.streams.end();
  }

  /** Connections to each stream. */
  listening(): Readonly<Record<string, number>> {
    return this.standIn.streams.listening();
  }

  /** Every request so far, oldest first. */
  requests(): readonly SeenRequest[] {
    return this.standIn.seen;
  }

  unknownCalls(): readonly string[] {
    return this.standIn.unknownCalls;
  }
}
