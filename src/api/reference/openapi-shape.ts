/** JSON Schema, as far as it is shown to people. */
export interface SchemaShape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
  readonly items?: SchemaShape;
  readonly properties?: Readonly<Record<string, SchemaShape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaShape | boolean;
  readonly anyOf?: readonly SchemaShape[];
  readonly oneOf?: readonly SchemaShape[];
  readonly allOf?: readonly SchemaShape[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: SchemaShape;
}

export interface Content {
  readonly description?: string;
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: SchemaShape }>>;
}

export interface Operation {
  operationId?: string;
  responses?: Readonly<Record<string, Content>>;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly security?: readonly unknown[];
}

/** An OpenAPI document, as far as it is read here. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    schemas?: Readonly<Record<string, SchemaShape>>;
    responses?: Readonly<Record<string, Content>>;
  };
}
