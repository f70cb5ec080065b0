/** How much a server takes at once (manual "Limits and Thresholds"). */
export const LIMITS = {
  documentBytes: 16 * 1024 * 1024,
  messageBytes: 48_000_000,
  operations: 100_000,
};
