/** Every object of the description by a name: what has none, generators leave out or number. */
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { listOf, objectOf } from '../openapi-json.js';
import { pascal, ref } from './published-schemas.js';

/** `Rounds.items` are `RoundsItem`s. */
const itemOf = (place: string): string => (place.endsWith('Items') ? place.slice(0, -1) : `${place}Item`);

/** What tells shapes apart: a description belongs to the place, and stands there. */
const shapeOf = ({ description: _place, ...shape }: JsonObject): string => JSON.stringify(shape);

class NamedObjects {
  private readonly names = new Map<string, string>();
  readonly made: Record<string, JsonObject> = {};

  /** The object under its name: what has the shape of one that is known has its name. */
  private named(schema: JsonObject, place: string): JsonObject {
    const known = this.names.get(shapeOf(schema));
    if (known === undefined) this.add(place, schema);
    const name = known ?? place;
    const { description } = schema;
    return description === undefined || this.made[name]?.['description'] === description
      ? ref(name)
      : { ...ref(name), description };
  }

  private add(name: string, schema: JsonObject): void {
    if (name in this.made) throw new Error(`two objects would be called ${name}`);
    const shape = shapeOf(schema);
    if (!this.names.has(shape)) this.names.set(shape, name);
    this.made[name] = schema;
  }

  /** Everything in it by names after its place; itself as it is. */
  private inside(schema: JsonObject, place: string): JsonObject {
    const { properties, items, anyOf, additionalProperties } = schema;
    const fields = Object.entries(objectOf(properties)).map(([field, value]): [string, JsonValue] => [
      field,
      this.below(objectOf(value), `${place}${pascal(field)}`),
    ]);
    const more = objectOf(additionalProperties);
    return {
      ...schema,
      ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
      ...(items === undefined ? {} : { items: this.below(objectOf(items), itemOf(place)) }),
      ...(anyOf === undefined ? {} : { anyOf: listOf(anyOf).map((one) => this.below(objectOf(one), place)) }),
      ...(Object.keys(more).length === 0 ? {} : { additionalProperties: this.below(more, `${place}Entry`) }),
    };
  }

  private below(schema: JsonObject, place: string): JsonObject {
    const whole = this.inside(schema, place);
    return whole['properties'] === undefined ? whole : this.named(whole, place);
  }

  component(name: string, schema: JsonObject): void {
    this.add(name, this.inside(schema, name.replace(/Value$/, '')));
  }
}

/** Components of which every object is one: `Job.delivery` becomes `JobDelivery`. */
export function withNamedObjects(
  schemas: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> {
  const objects = new NamedObjects();
  for (const [name, schema] of Object.entries(schemas)) objects.component(name, schema);
  return objects.made;
}
