/** Tests of stores wait for conditions on machines that may be busy; only a hang should end one by its time. */
export const testPatienceMs = process.env['TEST_LONG'] === undefined ? 60_000 : 900_000;
