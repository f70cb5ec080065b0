/**
 * The published description of the interface, from which the tools have their descriptions and schemas. In
 * a checkout it is `docs/openapi.json`; a package has a copy beside its program.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchemaType } from '@modelcontextprotocol/server';
import { z } from 'zod';

const schemaForm = z.record(z.string(), z.unknown());
type Schema = z.output<typeof schemaForm>;

const parameterForm = z.object({
  ...{ name: z.string(), in: z.string(), description: z.string() },
  ...{ required: z.boolean().optional(), schema: schemaForm },
});
const operationForm = z.object({
  ...{ operationId: z.string(), description: z.string() },
  parameters: z.array(parameterForm).default([]),
});
const form = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationForm)),
  components: z.object({ schemas: z.record(z.string(), schemaForm) }),
});

const IN_PACKAGE = join(__dirname, 'openapi.json');
const IN_CHECKOUT = join(__dirname, '../../../../docs/openapi.json');

export class Description {
  private constructor(private readonly read: z.output<typeof form>) {}

  /** @throws Error where the description is missing or of another form */
  static load(): Description {
    const file = existsSync(IN_PACKAGE) ? IN_PACKAGE : IN_CHECKOUT;
    return new Description(form.parse(JSON.parse(readFileSync(file, 'utf8'))));
  }

  private operation(id: string): z.output<typeof operationForm> {
    const operations = Object.values(this.read.paths).flatMap((methods) => Object.values(methods));
    return found(
      operations.find(({ operationId }) => operationId === id),
      id,
    );
  }

  /** What an operation does. */
  says(id: string): string {
    return this.operation(id).description;
  }

  /** The schema of arguments: the parameters of an operation that are chosen by their names. */
  argumentsOf(
    id: string,
    isChosen: (name: string) => boolean,
    { required = [], more = {} }: { readonly required?: readonly string[]; readonly more?: Schema } = {},
  ): JsonSchemaType {
    const chosen = this.operation(id).parameters.filter(
      (parameter) => parameter.in !== 'header' && isChosen(parameter.name),
    );
    const properties = Object.fromEntries(
      chosen.map(({ name, schema, description }) => [name, { ...schema, description }]),
    );
    return this.objectOf(
      { ...properties, ...more },
      chosen.flatMap(({ name, required: must }) => (must === true || required.includes(name) ? [name] : [])),
    );
  }

  objectOf(properties: Schema, required: readonly string[]): JsonSchemaType {
    return this.whole({ type: 'object', properties, required, additionalProperties: false });
  }

  /** A schema of the description by its name. */
  component(name: string): Schema {
    return found(this.read.components.schemas[name], name);
  }

  /** One property of a component, as it is described. */
  property(component: string, name: string): Schema {
    return schemaForm.parse(schemaForm.parse(this.component(component)['properties'])[name]);
  }

  /** The same schema with all that it refers to. */
  whole(schema: Schema): JsonSchemaType {
    const needed: Record<string, Schema> = {};
    const collect = (part: Schema): void => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (Object.hasOwn(needed, name)) continue;
        needed[name] = this.component(name);
        collect(this.component(name));
      }
    };
    collect(schema);
    const all = { ...schema, ...(Object.keys(needed).length === 0 ? {} : { $defs: needed }) };
    return schemaForm.parse(
      JSON.parse(JSON.stringify(all).replaceAll('"#/components/schemas/', '"#/$defs/')),
    );
  }
}

function found<T>(thing: T | undefined, name: string): T {
  if (thing === undefined) throw new Error(`The description has no ${name}.`);
  return thing;
}
