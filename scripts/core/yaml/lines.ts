/** Returns the offset of the line that contains an offset. Most offsets are near it, where a search would take longer. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text.charCodeAt(start - 1) !== LINE_FEED) start--;
  return start;
}

const LINE_FEED = 0x0a;

/** Returns the offset of the next line, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}
