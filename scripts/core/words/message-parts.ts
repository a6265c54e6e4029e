/** A message in two parts, because Markdown prints the second one as code. */
export interface MessageParts {
  readonly summary: string;
  readonly detail?: string;
}

/** Returns both parts as one message. */
export function joinedParts({ summary, detail }: MessageParts): string {
  return detail === undefined ? summary : `${summary}: ${detail}`;
}
