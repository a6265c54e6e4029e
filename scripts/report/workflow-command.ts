/** Writes workflow commands of GitHub, which become annotations. */

/** The title of an annotation, and its place in a file. */
export interface WorkflowProperties {
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
  readonly endLine?: number;
  readonly title: string;
}

/** Returns a workflow command. Escapes percent signs and line breaks, and in properties also colons and commas. */
export function workflowCommand(
  level: "error" | "warning" | "notice",
  properties: WorkflowProperties,
  text: string,
): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${level} ${written.join(",")}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
