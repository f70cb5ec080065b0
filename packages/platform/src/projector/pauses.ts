/** The pauses of a projector, in milliseconds. Tests shorten the pauses; only latency depends on them. */
export interface Pauses {
  /** From a small batch at the head of the log to the next one, in which events gather. */
  readonly gather: number;
  /** The same where one event comes after the other: a commit for each would keep the projector busy. */
  readonly gatherBusy: number;
  /** The same where many requests come at once: each commit costs as much as some of the requests. */
  readonly gatherHeavy: number;
  /** The same after a page without any event of the lane. */
  readonly gatherIdle: number;
  /** Between looks at a checkpoint that another projector moves. */
  readonly standby: number;
  /** Between looks at a lane that a newer version of the program runs. */
  readonly outdated: number;
  /** A lane that is behind and gets no page for so long asks for a new subscription. */
  readonly stall: number;
  /** First and longest wait after an error of a store. */
  readonly firstBackOff: number;
  readonly longestBackOff: number;
  /** Between two tries of a lane that stopped at an event. */
  readonly stopped: number;
  /** From the switch of a generation to the drop of the old one; longer than any reader keeps its name. */
  readonly retire: number;
}

export const DEFAULT_PAUSES: Pauses = {
  gather: 4,
  gatherBusy: 25,
  gatherHeavy: 50,
  gatherIdle: 15,
  standby: 150,
  outdated: 5_000,
  stall: 5_000,
  firstBackOff: 50,
  longestBackOff: 5_000,
  stopped: 30_000,
  retire: 10_000,
};
