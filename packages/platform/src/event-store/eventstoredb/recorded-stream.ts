/**
 * Streams of the client that give our events, made from the server's messages. The client itself would parse
 * the JSON of each event, which its reader wants as bytes: both ways took as long as all the rest of a read.
 */
import type { AllStreamSubscription, StreamingRead } from '@eventstore/db-client';
import type { Transform } from 'node:stream';
import type { RecordedEvent } from '../event-store.js';
import { recordedEvent, type WireEvent } from './recorded-events.js';

/** The part of an answer to a read (client 6.2.1) that carries an event. Other answers carry none. */
interface ReadAnswer {
  hasEvent(): boolean;
  /** Without an event of its own where it is a link to an event that is gone. */
  getEvent(): { getEvent(): WireEvent | undefined };
}

/** A subscription whose `read()` and `data` give our events. */
export type RecordedSubscription = Omit<AllStreamSubscription, 'read'> & { read(): RecordedEvent | null };

export const recordedRead = (read: StreamingRead<unknown>): StreamingRead<RecordedEvent> => {
  takeEvents(read as unknown as Transform);
  return read as StreamingRead<RecordedEvent>;
};

export const recordedSubscription = (subscription: AllStreamSubscription): RecordedSubscription => {
  takeEvents(subscription as unknown as Transform);
  return subscription;
};

/** The client's stream goes on to handle all answers that carry no event. Call it before any has come. */
function takeEvents(stream: Transform): void {
  const handle = stream._transform.bind(stream);
  stream._transform = (answer: ReadAnswer, encoding, done) => {
    if (!answer.hasEvent()) return handle(answer, encoding, done);
    try {
      const event = answer.getEvent().getEvent();
      done(null, event && recordedEvent(event));
    } catch (error) {
      done(error as Error); // thrown here, it would end the process
    }
  };
}
