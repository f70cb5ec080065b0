/** Loaded into a service before it starts (`--require`), into each of its threads: its clock is off by `CLOCK_OFF_MS`. */
const offMs = Number(process.env.CLOCK_OFF_MS);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, parts, as) =>
    Reflect.construct(RealDate, parts.length === 0 ? [RealDate.now() + offMs] : parts, as),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + offMs : Reflect.get(target, name)),
});
