/** Runs the YAML language server of editors without an editor, and returns its messages for a manifest and a schema. */
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import { getLanguageService } from "yaml-language-server";
import type { Json, JsonObject } from "../../scripts/core/model/json.js";

/** A message at a line of the manifest. */
export interface Underlined {
  /** Line number, starting at 1. */
  readonly line: number;
  readonly message: string;
}

export type Editor = (text: string) => Promise<Underlined[]>;

/** Returns an editor that applies the schema in a file, and the files to which it refers, to every manifest. */
export function editorWith(schemaFile: string): Editor {
  return editorFor(pathToFileURL(schemaFile).href, (uri) => readFileSync(fileURLToPath(uri), "utf8"));
}

/** Reports whether a value matches a schema, according to the validator of the language server. */
export async function fitsSchema(schema: JsonObject, value: Json): Promise<boolean> {
  const editor = editorFor("file:///schema.json", () => JSON.stringify(schema));
  return (await editor(JSON.stringify(value))).length === 0;
}

let documents = 0;

function editorFor(schema: string, read: (uri: string) => string): Editor {
  let failure: unknown;
  const fail = (_event: string, error: unknown) => {
    failure = error;
  };
  const service = getLanguageService({
    schemaRequestService: async (uri) => read(uri),
    workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
    // Otherwise, a crash of the server would look like a valid manifest.
    telemetry: { send: () => {}, sendError: fail, sendTrack: async () => {} },
  });
  service.configure({ validate: true, schemas: [{ uri: schema, fileMatch: ["*.yaml"] }] });
  return async (text) => {
    documents++; // the server caches documents by URI
    const document = TextDocument.create(`file:///${documents}.yaml`, "yaml", 1, text);
    const found = await service.doValidation(document, false);
    if (failure !== undefined) throw failure;
    return found.map(({ range, message }) => ({ line: range.start.line + 1, message }));
  };
}
