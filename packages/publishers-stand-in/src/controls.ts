/** What the owner of the stand-in's process can tell it and ask it. */
import type { Controls } from '../../stand-in-process/src/controls.js';
import type { Fault } from './faults.js';
import type { PublishersStandIn, SeenRequest } from './stand-in.js';

export class PublishersControls implements Controls {
  constructor(private readonly standIn: PublishersStandIn) {}

  /** The next so many requests below a place. */
  nextRequests(fault: Fault, times = 1, place = '/'): void {
    this.standIn.faults.next(fault, times, place);
  }

  /** No request goes wrong any more. */
  behave(): void {
    this.standIn.faults.clear();
  }

  /** Every request so far, oldest first. */
  requests(): readonly SeenRequest[] {
    return this.standIn.seen;
  }

  unknownCalls(): readonly string[] {
    return this.standIn.unknownCalls;
  }
}
