/** The YAML language server that editors run, without an editor: what it says of a text under a schema. */
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import { getLanguageService } from "yaml-language-server";
import type { Json, JsonObject } from "../../scripts/core/model/json.js";

/** Something that an editor underlines. */
export interface Underlined {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export type Editor = (text: string) => Promise<Underlined[]>;

/** An editor that has the schema in a file for every YAML text, with whatever other files that one refers to. */
export function editorWith(schemaFile: string): Editor {
  return editorFor(pathToFileURL(schemaFile).href, (uri) => readFileSync(fileURLToPath(uri), "utf8"));
}

/** Whether a value fits a schema, to the validator of the language server. */
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
    // Without it, a text that the server fails at has nothing wrong with it.
    telemetry: { send: () => {}, sendError: fail, sendTrack: async () => {} },
  });
  service.configure({ validate: true, schemas: [{ uri: schema, fileMatch: ["*.yaml"] }] });
  return async (text) => {
    documents++; // it remembers texts by their address
    const document = TextDocument.create(`file:///${documents}.yaml`, "yaml", 1, text);
    const found = await service.doValidation(document, false);
    if (failure !== undefined) throw failure;
    return found.map(({ range, message }) => ({ line: range.start.line + 1, message }));
  };
}
