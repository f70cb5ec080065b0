/**
 * What of a change of the description breaks a client that was generated from it before: by operations, parameters,
 * bodies and components. Components are compared by their names, since generators name classes by them.
 */

/** One thing that breaks. */
export interface Breach {
  /** What a line of the changelog names: `getUsage`, `getUsage.limit`, `Job`, `Job.counts`. */
  readonly place: string;
  readonly what: string;
}

type Json = Readonly<Record<string, unknown>>;
/** Which way a schema travels: a client writes requests and reads answers. */
type Way = 'request' | 'answer';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): readonly string[] => listOf(value).map(String);
const without = (all: readonly string[], some: readonly string[]): string[] =>
  all.filter((one) => !some.includes(one));
const refOf = (schema: unknown): string | null => {
  const ref = objectOf(schema)['$ref'];
  return typeof ref === 'string' ? (ref.split('/').at(-1) ?? null) : null;
};

/** Bounds of a value that a client sends, and whether a larger number is the narrower one. */
const BOUNDS = Object.entries({
  minimum: true,
  minLength: true,
  minItems: true,
  maximum: false,
  maxLength: false,
  maxItems: false,
});

/** The kinds that a schema may be, by what tells them apart: a name, or a type. */
function kindsOf(schema: Json): ReadonlyMap<string, Json> {
  const listed = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map(objectOf);
  if (listed.length > 0) return new Map(listed.flatMap((kind) => [...kindsOf(kind)]));
  const ref = refOf(schema);
  if (ref !== null) return new Map([[ref, schema]]);
  const types = [schema['type'] ?? 'anything'].flat().map(String);
  // Form and words of a list of types are those of the types beside null.
  const words = listOf(schema['enum']).filter((word) => word !== null);
  const typed = 'enum' in schema ? { ...schema, enum: words } : schema;
  return new Map(types.map((type) => [type, type === 'null' && types.length > 1 ? { type } : typed]));
}

/** The words that a schema is closed to; null where it is open. */
const wordsOf = (schema: Json): readonly string[] | null => {
  if ('const' in schema) return [JSON.stringify(schema['const'])];
  return Array.isArray(schema['enum']) ? schema['enum'].map((word) => JSON.stringify(word)) : null;
};

class Comparison {
  readonly breaches: Breach[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly before: Json,
    private readonly now: Json,
  ) {}

  say(place: string, what: string): void {
    if (!this.breaches.some((breach) => breach.place === place && breach.what === what))
      this.breaches.push({ place, what });
  }

  operations(): void {
    for (const [path, methods] of Object.entries(objectOf(this.before['paths']))) {
      for (const [method, before] of Object.entries(objectOf(methods))) {
        const now = objectOf(objectOf(this.now['paths'])[path])[method];
        const name = String(objectOf(before)['operationId']);
        if (now === undefined) this.say(name, 'the operation is gone');
        else this.operation(name, objectOf(before), objectOf(now));
      }
    }
  }

  private operation(name: string, before: Json, now: Json): void {
    if (now['operationId'] !== name) this.say(name, 'the operation has another name');
    if (JSON.stringify(before['security']) !== JSON.stringify(now['security']))
      this.say(name, 'who may call it has changed');
    this.parameters(name, before, now);
    this.requestBody(name, objectOf(before['requestBody']), objectOf(now['requestBody']));
    this.answers(name, objectOf(before['responses']), objectOf(now['responses']));
  }

  private parameters(operation: string, before: Json, now: Json): void {
    const byName = (of: Json): ReadonlyMap<string, Json> =>
      new Map(
        listOf(of['parameters']).map((one) => {
          const parameter = objectOf(one);
          return [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter];
        }),
      );
    const [were, are] = [byName(before), byName(now)];
    for (const [key, was] of were) {
      const place = `${operation}.${String(was['name'])}`;
      const is = are.get(key);
      if (is === undefined) this.say(place, 'the parameter is gone');
      else {
        if (is['required'] === true && was['required'] !== true) this.say(place, 'is required now');
        if (was['style'] !== is['style'] || was['explode'] !== is['explode'])
          this.say(place, 'is written in another way');
        this.schema(place, objectOf(was['schema']), objectOf(is['schema']), 'request');
      }
    }
    for (const [key, is] of are)
      if (!were.has(key) && is['required'] === true)
        this.say(`${operation}.${String(is['name'])}`, 'a new parameter is required');
  }

  private requestBody(operation: string, before: Json, now: Json): void {
    if (now['required'] === true && before['required'] !== true)
      this.say(operation, 'a body is required now');
    this.content(operation, before, now, 'request');
  }

  private answers(operation: string, before: Json, now: Json): void {
    const resolved = (document: Json, answer: unknown): Json => {
      const name = refOf(answer);
      if (name === null) return objectOf(answer);
      return objectOf(objectOf(objectOf(document['components'])['responses'])[name]);
    };
    for (const [status, answer] of Object.entries(before)) {
      const place = `${operation}.${status}`;
      const was = resolved(this.before, answer);
      const is = resolved(this.now, now[status]);
      // An error that is answered no longer breaks nobody.
      if (!(status in now) && Number(status) >= 400) continue;
      if (!(status in now)) this.say(place, 'the answer is gone');
      else {
        for (const header of without(
          Object.keys(objectOf(was['headers'])),
          Object.keys(objectOf(is['headers'])),
        ))
          this.say(`${place}.${header}`, 'the header is gone');
        this.content(place, was, is, 'answer');
      }
    }
    for (const status of without(Object.keys(now), Object.keys(before)))
      if (Number(status) < 400) this.say(`${operation}.${status}`, 'a new answer that is no error');
  }

  private content(place: string, before: Json, now: Json, way: Way): void {
    for (const [type, media] of Object.entries(objectOf(before['content']))) {
      const is = objectOf(now['content'])[type];
      if (is === undefined) this.say(place, `${type} is gone`);
      else this.schema(place, objectOf(objectOf(media)['schema']), objectOf(objectOf(is)['schema']), way);
    }
  }

  private component(name: string, way: Way): void {
    if (this.seen.has(`${way} ${name}`)) return;
    this.seen.add(`${way} ${name}`);
    const [was, is] = [this.before, this.now].map(
      (document) => objectOf(objectOf(document['components'])['schemas'])[name],
    );
    if (is === undefined) this.say(name, 'the component is gone, or has another name');
    this.schema(name, objectOf(was), objectOf(is ?? was), way);
  }

  private isThere(name: string): boolean {
    return name in objectOf(objectOf(this.now['components'])['schemas']);
  }

  private schema(place: string, before: Json, now: Json, way: Way): void {
    const [were, are] = [kindsOf(before), kindsOf(now)];
    const refs = [...were.values()].flatMap((kind) => refOf(kind) ?? []);
    for (const name of refs) this.component(name, way);
    const gone = without([...were.keys()], [...are.keys()]);
    const added = without([...are.keys()], [...were.keys()]);
    // A component that is gone is told once, and not at each of its uses.
    const isRenaming = gone.length > 0 && gone.every((kind) => refs.includes(kind) && !this.isThere(kind));
    const breaking = way === 'request' ? gone : added;
    if (breaking.length > 0 && !isRenaming)
      this.say(
        place,
        way === 'request' ? `${gone.join(', ')} is taken no more` : `may be ${added.join(', ')} now`,
      );
    for (const [kind, was] of were) {
      const is = are.get(kind);
      if (is !== undefined && refOf(was) === null) this.kind(place, was, is, way);
    }
  }

  /** Two schemas of one type. */
  private kind(place: string, before: Json, now: Json, way: Way): void {
    this.words(place, wordsOf(before), wordsOf(now), way);
    if (before['format'] !== now['format']) this.say(place, 'has another format');
    if (way === 'request') this.bounds(place, before, now);
    this.fields(place, before, now, way);
    for (const [inner, name] of [
      ['items', `${place}[]`],
      ['additionalProperties', `${place}{}`],
    ] as const) {
      if (isObject(before[inner]) && isObject(now[inner])) this.schema(name, before[inner], now[inner], way);
      else if (isObject(before[inner]) || isObject(now[inner])) this.say(name, 'is another type');
    }
  }

  private words(
    place: string,
    before: readonly string[] | null,
    now: readonly string[] | null,
    way: Way,
  ): void {
    if (way === 'request') {
      if (now === null) return;
      const gone = before === null ? now : without(before, now);
      if (before === null) this.say(place, 'takes only some words now');
      else if (gone.length > 0) this.say(place, `${gone.join(', ')} is taken no more`);
      return;
    }
    if (before === null) return;
    const added = now === null ? ['any word'] : without(now, before);
    if (added.length > 0) this.say(place, `may be ${added.join(', ')} now`);
  }

  private bounds(place: string, before: Json, now: Json): void {
    for (const [bound, largerIsNarrower] of BOUNDS) {
      const [was, is] = [before[bound], now[bound]];
      if (typeof is !== 'number' || is === was) continue;
      if (typeof was !== 'number' || is > was === largerIsNarrower) this.say(place, `${bound} is ${is} now`);
    }
    if (now['pattern'] !== undefined && now['pattern'] !== before['pattern'])
      this.say(place, 'has another pattern');
    if (JSON.stringify(before['default']) !== JSON.stringify(now['default']))
      this.say(place, 'has another default');
  }

  private fields(place: string, before: Json, now: Json, way: Way): void {
    const [were, are] = [objectOf(before['properties']), objectOf(now['properties'])];
    const [required, requires] = [textsOf(before['required']), textsOf(now['required'])];
    for (const [name, was] of Object.entries(were)) {
      const is = are[name];
      if (is === undefined) this.say(`${place}.${name}`, 'the field is gone');
      else this.schema(`${place}.${name}`, objectOf(was), objectOf(is), way);
    }
    if (way === 'request')
      for (const name of without(requires, required)) this.say(`${place}.${name}`, 'is required now');
    else
      for (const name of without(required, requires))
        if (name in are) this.say(`${place}.${name}`, 'may be absent now');
  }
}

/** What breaks clients of the description before, in the order of its operations. */
export function breakingChanges(before: Json, now: Json): readonly Breach[] {
  const comparison = new Comparison(before, now);
  comparison.operations();
  return comparison.breaches;
}

/** The lines of the changelog's top heading that begin with `Breaking:`. */
const breakingLines = (changelog: string): readonly string[] =>
  (changelog.split(/^## /m)[1] ?? '').split('\n').filter((line) => line.startsWith('- Breaking: '));

/** The breaches that the changelog doesn't name: each by its place in backquotes, or by one that it lies in. */
export function unnamed(breaches: readonly Breach[], changelog: string): readonly Breach[] {
  const named = breakingLines(changelog).flatMap((line) =>
    [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  return breaches.filter(
    ({ place }) =>
      !named.some((name) => name === place || place.startsWith(`${name}.`) || place.startsWith(`${name}[`)),
  );
}
