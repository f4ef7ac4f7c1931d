// The models that every API has from the beginning.
export const DEFAULT_MODELS = [
  {
    name: 'Empty',
    description: 'This is a default empty schema model',
    contentType: 'application/json',
    schema: '{\n  "$schema": "http://json-schema.org/draft-04/schema#",\n  "title" : "Empty Schema",\n  "type" : "object"\n}',
  },
  {
    name: 'Error',
    description: 'This is a default error schema model',
    contentType: 'application/json',
    schema:
      '{\n  "$schema" : "http://json-schema.org/draft-04/schema#",\n  "title" : "Error Schema",\n  "type" : "object",\n  "properties" : {\n    "message" : { "type" : "string" }\n  }\n}',
  },
] as const;
